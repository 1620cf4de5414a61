// SPDX-License-Identifier: Apache-2.0
import { CaptureError, type Capture, type CaptureOptions } from './api.ts';

/** Makes a {@link Capture}; nothing starts before {@link Capture.prepare}. */
export function createCapture(_options: CaptureOptions = {}): Capture {
  throw new CaptureError('COLLECTOR_INIT', 'Capture is not wired up yet.');
}
