// SPDX-License-Identifier: Apache-2.0
import type { CaptureAsset } from './api.ts';

/** Files that {@link Capture.prepare} will ask for, so that a preload screen can fetch them with progress. */
export function captureAssets(): readonly CaptureAsset[] {
  return [];
}
