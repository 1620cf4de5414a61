// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries, RegionSeries } from '@perfuse/contract/payload/chunk';
import { columnsOf, REGION_COLUMNS } from '@perfuse/contract/payload/columns';
import { isColour } from './screen.ts';

/**
 * The series that the pulse is read from: the whole-skin mask, else forehead and cheeks averaged by their pixels (the
 * regions that carry most of the pulse). Null when there is neither.
 */
export function wholeSkin(regions: FrameSeries['regions'], frames: number): RegionSeries | null {
  if (regions.skin?.green.some((value) => value > 0) === true) {
    return regions.skin;
  }
  const parts = [regions.forehead, regions.leftCheek, regions.rightCheek].filter(
    (part): part is RegionSeries => part !== undefined,
  );
  return parts.length === 0 ? null : averaged(parts, frames);
}

/** A missing part would shift the mean colour, so a frame needs all of them. */
function averaged(parts: readonly RegionSeries[], frames: number): RegionSeries {
  const weights = Array.from({ length: frames }, (_, i) =>
    parts.every((part) => isColour(part, i)) ? parts.map((part) => part.pixels[i] ?? 0) : [],
  );
  const pixels = Float32Array.from(weights, (weight) => weight.reduce((sum, one) => sum + one, 0));
  const mean = (name: keyof RegionSeries): Float32Array =>
    Float32Array.from(weights, (weight, i) => {
      const total = weight.reduce((sum, one) => sum + one, 0);
      const sum = parts.reduce((acc, part, p) => acc + (part[name][i] ?? 0) * (weight[p] ?? 0), 0);
      return total > 0 ? sum / total : Number.NaN;
    });
  return columnsOf(REGION_COLUMNS, (name) => (name === 'pixels' ? pixels : mean(name)));
}
