// SPDX-License-Identifier: Apache-2.0
/**
 * Skin whose pulse was counted in short segments during filming: its rate changes, so each window has its own truth.
 */
import type { FrameSeries } from '@perfuse/contract/payload/chunk';
import { z } from '@perfuse/contract/schema';
import { mean } from '../statistics.ts';
import { windowOf } from './cut.ts';
import { faceTrace, traceSchema } from './face-traces.ts';

export const segmentsSchema = z.extend(traceSchema, {
  truth: z.object({
    hr: z.number(),
    segmentSeconds: z.number().check(z.positive()),
    segmentHr: z.array(z.nullable(z.number())),
  }),
});
export type SegmentsFile = z.infer<typeof segmentsSchema>;

export interface RateWindow {
  readonly startS: number;
  readonly frames: FrameSeries;
  /** Mean of the window's segments, per minute. */
  readonly truth: number;
}

const WINDOW_S = 30;

/** Consecutive windows of as many whole segments as fit in 30 s; windows with an uncounted segment are left out. */
export function rateWindows(recording: SegmentsFile): RateWindow[] {
  const { segmentSeconds, segmentHr } = recording.truth;
  const { frames } = faceTrace(recording);
  const each = Math.max(1, Math.floor(WINDOW_S / segmentSeconds));
  const count = Math.floor(segmentHr.length / each);
  return Array.from({ length: count }, (_, at) => at * each).flatMap((first) => {
    const counted = segmentHr.slice(first, first + each).flatMap((one) => one ?? []);
    if (counted.length < each) return [];
    const startS = first * segmentSeconds;
    return [
      {
        startS,
        frames: windowOf(frames, startS, startS + each * segmentSeconds),
        truth: mean(counted),
      },
    ];
  });
}
