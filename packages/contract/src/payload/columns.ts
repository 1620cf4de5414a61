// SPDX-License-Identifier: Apache-2.0
/** The columns of each group of a {@link FrameSeries}, in the order in which a payload has them. */
import type {
  ChestSeries,
  ColourSeries,
  FaceSeries,
  LearnedSeries,
  RegionSeries,
} from './chunk.ts';

export const FACE_COLUMNS = [
  'confidence',
  'centreX',
  'centreY',
  'width',
  'yaw',
  'pitch',
  'roll',
] as const satisfies readonly (keyof FaceSeries)[];
export const COLOUR_COLUMNS = [
  'red',
  'green',
  'blue',
] as const satisfies readonly (keyof ColourSeries)[];
export const REGION_COLUMNS = [
  ...COLOUR_COLUMNS,
  'pixels',
  'clipped',
  'texture',
] as const satisfies readonly (keyof RegionSeries)[];
export const CHEST_COLUMNS = [
  'shift',
  'confidence',
] as const satisfies readonly (keyof ChestSeries)[];
export const LEARNED_COLUMNS = ['pulse'] as const satisfies readonly (keyof LearnedSeries)[];

/**
 * A group from its columns, made one after the other.
 * @param names one of the lists above.
 */
export function columnsOf<Name extends string>(
  names: readonly Name[],
  column: (name: Name) => Float32Array,
): Readonly<Record<Name, Float32Array>> {
  // Object.fromEntries forgets that every key is there.
  return Object.fromEntries(names.map((name) => [name, column(name)])) as Record<
    Name,
    Float32Array
  >;
}
