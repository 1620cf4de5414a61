// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries } from '@perfuse/contract/payload/chunk';

/** A film with every column but the times read at other frames. */
function reread(frames: FrameSeries, at: (frame: number) => number): FrameSeries {
  const column = (values: Float32Array): Float32Array => values.map((_, i) => values[at(i)] ?? NaN);
  const each = <T extends object>(group: T): T =>
    // Every property of these groups is a column of one entry per frame.
    Object.fromEntries(
      Object.entries(group).map(([name, values]) => [name, column(values as Float32Array)]),
    ) as T;
  return {
    timeMs: frames.timeMs,
    face: each(frames.face),
    background: each(frames.background),
    regions: Object.fromEntries(
      Object.entries(frames.regions).map(([id, region]) => [id, each(region)]),
    ),
    ...(frames.chest && { chest: each(frames.chest) }),
  };
}

/** Repeats the first `length` frames, as a looping camera file does. */
export function looped(frames: FrameSeries, length: number): FrameSeries {
  return reread(frames, (frame) => frame % length);
}
