// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries } from '@perfuse/contract/payload/chunk';

/** Memory that the columns of a series take, bytes. */
export function bytesOf({ timeMs, face, background, regions, chest }: FrameSeries): number {
  const groups = [face, background, ...Object.values(regions), ...(chest ? [chest] : [])];
  return groups
    .flatMap((group): Float32Array[] => Object.values(group))
    .reduce((sum, column) => sum + column.byteLength, timeMs.byteLength);
}
