// SPDX-License-Identifier: Apache-2.0
import type { BandColour } from '@perfuse/ui/gauge/band-colour.ts';
import { bandIndex, type BandScale } from '../../../metrics/bands.ts';

/** One arc of a dial and the values that it covers. */
export interface DialBand {
  readonly fromDegrees: number;
  readonly toDegrees: number;
  readonly fromValue: number;
  readonly toValue: number;
  readonly colour: BandColour;
  /** Index of the scale's band that it belongs to. */
  readonly band: number;
}

const END = 180;
/** Start of each of a dial's five bands, degrees (specification, section 9). */
const FIVE_BANDS = [0, 36, 72, 108, 144] as const;
/** The same for heart rate and breathing: the usual range takes the middle three as equal steps (decision 18). */
const MIDDLE_RANGE = [0, 51, 77, 103, 129] as const;
const STEPS_OF_THE_MIDDLE = 3;

/** Each band of a dial is divided into this many steps. */
export const SUB_STEPS = 10;

/** Values at which the five arcs meet: the edges or, with two edges, also the thirds between them. */
function meetings(edges: readonly number[]): readonly number[] {
  const [low, high] = edges;
  if (edges.length !== 2 || low === undefined || high === undefined) return edges;
  const third = (high - low) / STEPS_OF_THE_MIDDLE;
  return [low, low + third, high - third, high];
}

/**
 * The five arcs of a scale's half circle, from 0 (left) to 180 degrees (right).
 * @throws RangeError when the scale has neither two nor four edges.
 */
export function dialBands(scale: BandScale): readonly DialBand[] {
  const starts = scale.edges.length === 2 ? MIDDLE_RANGE : FIVE_BANDS;
  const values = [scale.drawn[0], ...meetings(scale.edges), scale.drawn[1]];
  return starts.map((fromDegrees, index) => {
    const fromValue = values[index];
    const toValue = values[index + 1];
    const band = fromValue === undefined ? 0 : index === 0 ? 0 : bandIndex(scale, fromValue);
    const colour = scale.bands[band]?.colour;
    if (fromValue === undefined || toValue === undefined || colour === undefined) {
      throw new RangeError('A dial has five bands: its scale needs two or four edges.');
    }
    return {
      fromDegrees,
      toDegrees: starts[index + 1] ?? END,
      fromValue,
      toValue,
      colour,
      band,
    };
  });
}

/**
 * Angle of the needle, 0 to 180 degrees: interpolated linearly between the ten steps of the value's band, at the end of
 * the half circle for a value beyond it.
 */
export function needleAngle(scale: BandScale, value: number): number {
  const bands = dialBands(scale);
  const band = bands.findLast((candidate) => value >= candidate.fromValue) ?? bands[0];
  if (band === undefined || value <= band.fromValue) return band?.fromDegrees ?? 0;
  const step = (band.toValue - band.fromValue) / SUB_STEPS;
  const degreesPerStep = (band.toDegrees - band.fromDegrees) / SUB_STEPS;
  const steps = Math.min(SUB_STEPS, (value - band.fromValue) / step);
  return Math.min(END, band.fromDegrees + steps * degreesPerStep);
}
