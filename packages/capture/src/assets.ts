// SPDX-License-Identifier: Apache-2.0
import type { TrackerName } from '@perfuse/contract/configuration/measurement';
import { supportedWasm } from '@perfuse/extractor';
import { extractorUrls } from '@perfuse/extractor/urls';
import detectorModel from 'perfuse-models/blazeface.json?url';
import detectorWeights from 'perfuse-models/blazeface.bin?url';
import meshModel from 'perfuse-models/facemesh.json?url';
import meshWeights from 'perfuse-models/facemesh.bin?url';
import tensorsPlain from '../tfjs-backend-wasm/tfjs-backend-wasm.wasm?url';
import tensorsSimd from '../tfjs-backend-wasm/tfjs-backend-wasm-simd.wasm?url';
import type { CaptureAsset, VisageFiles } from './api.ts';

/** An absolute URL, which a worker can request as well. */
export const absolute = (url: string): string => new URL(url, document.baseURI).href;

/** The mediapipe tracker's files by the names that it requests. */
export function trackerFiles(): Readonly<Record<string, string>> {
  return {
    'blazeface.json': absolute(detectorModel),
    'blazeface.bin': absolute(detectorWeights),
    'facemesh.json': absolute(meshModel),
    'facemesh.bin': absolute(meshWeights),
    'tfjs-backend-wasm.wasm': absolute(tensorsPlain),
    'tfjs-backend-wasm-simd.wasm': absolute(tensorsSimd),
  };
}

/** The extractor's two builds. */
export function extractorFiles(): { readonly simd: string; readonly plain: string } {
  return { simd: absolute(extractorUrls.simd), plain: absolute(extractorUrls.plain) };
}

const hasSimd = (): boolean => supportedWasm() === 'simd';

const mediapipeAssets = (): readonly string[] => [
  hasSimd() ? tensorsSimd : tensorsPlain,
  ...[meshWeights, detectorWeights, meshModel, detectorModel],
];

const TRACKER_ASSETS: Readonly<
  Record<TrackerName, (visage: VisageFiles | undefined) => readonly string[]>
> = {
  mediapipe: mediapipeAssets,
  visage: (visage) =>
    visage === undefined
      ? mediapipeAssets() // which then runs in its place
      : ['visageSDK.wasm', 'visageSDK.data'].map((name) => visage.baseUrl + name),
};

/**
 * Files that {@link Capture.prepare} requests, so that a preload screen can fetch them with progress: the analysis
 * wasm, and the tracker's wasm with its models or data.
 */
export function captureAssets(tracker: TrackerName, visage?: VisageFiles): readonly CaptureAsset[] {
  const analysis = hasSimd() ? extractorUrls.simd : extractorUrls.plain;
  return [analysis, ...TRACKER_ASSETS[tracker](visage)].map((url) => ({ url: absolute(url) }));
}
