// SPDX-License-Identifier: Apache-2.0
import { createCapture } from '@perfuse/capture';
import { createWarmCapture, type WarmCapture } from './warm-capture.ts';

const byOwner = new WeakMap<object, WarmCapture>();

/** The one of this page. @param owner lives as long as the page. */
export function warmCaptureOf(owner: object): WarmCapture {
  const known = byOwner.get(owner) ?? createWarmCapture(createCapture);
  byOwner.set(owner, known);
  return known;
}
