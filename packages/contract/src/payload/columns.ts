// SPDX-License-Identifier: Apache-2.0
/** The columns of each group of a {@link FrameSeries}, in payload order. */
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
 * Builds a group by creating its columns in order.
 * @param names one of the lists above.
 */
export function columnsOf<Name extends string>(
  names: readonly Name[],
  column: (name: Name) => Float32Array,
): Readonly<Record<Name, Float32Array>> {
  // Object.fromEntries loses the type of the keys.
  return Object.fromEntries(names.map((name) => [name, column(name)])) as Record<
    Name,
    Float32Array
  >;
}
