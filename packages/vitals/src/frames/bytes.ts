// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries } from '@perfuse/contract/payload/chunk';

/** Memory of a series' columns, bytes. */
export function bytesOf({
  timeMs,
  face,
  background,
  regions,
  chest,
  learned,
}: FrameSeries): number {
  let bytes = timeMs.byteLength;
  for (const group of [face, background, ...Object.values(regions), chest ?? {}, learned ?? {}]) {
    for (const column of Object.values<Float32Array>(group)) bytes += column.byteLength;
  }
  return bytes;
}
