// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries, RegionSeries } from '@perfuse/contract/payload/chunk';
import { REGION_IDS } from '@perfuse/contract/payload/regions';
import { isColour } from './screen.ts';

/** A part with a higher mean share of clipped pixels shows the lamp and not the skin. */
const MAX_CLIPPED_SHARE = 0.2;
/** Largest distance of a part's colour from the whole skin's, log units of R/G and B/G: beard, hair, glasses. */
const MAX_DISTANCE = 0.35;

/**
 * Parts of the face that always show this person's skin: seen in every frame used, not overexposed, and of nearly the
 * colour of the whole.
 */
export function skinParts(
  { regions }: FrameSeries,
  skin: RegionSeries,
  used: Uint32Array,
): RegionSeries[] {
  const own = chromaticity(skin, used);
  return REGION_IDS.filter((id) => id !== 'skin')
    .map((id) => regions[id])
    .filter((part): part is RegionSeries => {
      if (part === undefined || !isSeen(part, used)) return false;
      if (average(part.clipped, used) > MAX_CLIPPED_SHARE) return false;
      const [red, blue] = chromaticity(part, used);
      return Math.hypot(red - own[0], blue - own[1]) <= MAX_DISTANCE;
    });
}

function isSeen(part: RegionSeries, used: Uint32Array): boolean {
  for (const frame of used) if (!isColour(part, frame)) return false;
  return true;
}

function chromaticity(region: RegionSeries, used: Uint32Array): [red: number, blue: number] {
  const green = average(region.green, used);
  return [
    Math.log(average(region.red, used) / green),
    Math.log(average(region.blue, used) / green),
  ];
}

function average(values: Float32Array, used: Uint32Array): number {
  let sum = 0;
  // oxlint-disable-next-line typescript/prefer-for-of -- iterators of typed arrays are slow
  for (let k = 0; k < used.length; k++) sum += values[used[k] ?? 0] ?? 0;
  return sum / used.length;
}
