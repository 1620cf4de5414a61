// SPDX-License-Identifier: Apache-2.0
/**
 * From a camera track to chunks of numbers, off the main thread.
 *
 * An app that bundles this also needs the Vite plugin, which finds the model files and keeps them and the wasm as
 * separate, content-hashed files: `import { captureAssetsPlugin } from '@perfuse/capture/vite'`,
 * `plugins: [captureAssetsPlugin()]`. The server sends `.wasm` as application/wasm and allows
 * `script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'`. Nothing else: no eval, no shared
 * memory, no request beyond {@link captureAssets}.
 */
export { captureAssets } from './assets.ts';
export { createCapture } from './capture.ts';
export type {
  Capture,
  CaptureEvent,
  CaptureFailure,
  CaptureOptions,
  FaceEvent,
  LearnedFiles,
  Prepared,
  RecordedFrames,
  TrackerRefusal,
  VisageFiles,
} from './api.ts';
