// SPDX-License-Identifier: Apache-2.0
import { supportedWasm } from '@perfuse/extractor';
import { extractorUrls } from '@perfuse/extractor/urls';
import detectorModel from 'perfuse-models/blazeface.json?url';
import detectorWeights from 'perfuse-models/blazeface.bin?url';
import meshModel from 'perfuse-models/facemesh.json?url';
import meshWeights from 'perfuse-models/facemesh.bin?url';
import tensorsPlain from 'perfuse-tfjs/tfjs-backend-wasm.wasm?url';
import tensorsSimd from 'perfuse-tfjs/tfjs-backend-wasm-simd.wasm?url';
import type { CaptureAsset } from './api.ts';

const absolute = (url: string): string => new URL(url, document.baseURI).href;

/** The tracker's files under the names it asks for. */
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

/** Files that {@link Capture.prepare} will ask for, so that a preload screen can fetch them with progress. */
export function captureAssets(): readonly CaptureAsset[] {
  const simd = supportedWasm() === 'simd';
  return [
    { url: meshWeights, bytesHint: 1_477_958 },
    { url: detectorWeights, bytesHint: 538_928 },
    simd ? { url: tensorsSimd, bytesHint: 424_594 } : { url: tensorsPlain, bytesHint: 311_123 },
    { url: meshModel, bytesHint: 95_845 },
    { url: detectorModel, bytesHint: 79_038 },
    { url: simd ? extractorUrls.simd : extractorUrls.plain, bytesHint: 3_000 },
  ].map((asset) => ({ ...asset, url: absolute(asset.url) }));
}
