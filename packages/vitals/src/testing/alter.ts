// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries } from '@perfuse/contract/payload/chunk';

/** A film with every column but the times changed. */
function altered(frames: FrameSeries, change: (column: Float32Array) => Float32Array): FrameSeries {
  const each = <T extends object>(group: T): T =>
    // Every property of these groups is a column of one entry per frame.
    Object.fromEntries(
      Object.entries(group).map(([name, column]) => [name, change(column as Float32Array)]),
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
export const looped = (frames: FrameSeries, length: number): FrameSeries =>
  altered(frames, (column) => column.map((_, i) => column[i % length] ?? NaN));

/** The film reduced to the chosen frames. */
export function onlyFrames(
  frames: FrameSeries,
  keep: (frame: number, timeMs: number) => boolean,
): FrameSeries {
  const isKept = (_: number, i: number): boolean => keep(i, frames.timeMs[i] ?? 0);
  const cut = altered(frames, (column) => column.filter(isKept));
  return { ...cut, timeMs: frames.timeMs.filter(isKept) };
}
