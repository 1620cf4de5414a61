// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries } from '@perfuse/contract/payload/chunk';
import { cutFrames } from '@perfuse/phantom';

/** The part of a recording between two times from its start, s. */
export function windowOf(frames: FrameSeries, fromS: number, toS: number): FrameSeries {
  const origin = frames.timeMs[0] ?? 0;
  const at = (s: number): number => {
    const index = frames.timeMs.findIndex((ms) => ms - origin >= s * 1000 - 1e-6);
    return index < 0 ? frames.timeMs.length : index;
  };
  return cutFrames(frames, at(fromS), at(toS));
}

/** From the start of the first frame to the end of the last, s. */
export function secondsOf(timeMs: Float64Array): number {
  const span = ((timeMs.at(-1) ?? 0) - (timeMs[0] ?? 0)) / 1000;
  return timeMs.length > 1 ? (span * timeMs.length) / (timeMs.length - 1) : 0;
}
