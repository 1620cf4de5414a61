// SPDX-License-Identifier: Apache-2.0
/** The conditions of the fairness study: every combination of the levels of all factors. */
import type { TraceOptions } from '@perfuse/phantom';

interface Level {
  readonly text: string;
}

/** Melanosomes in the epidermis, over the ranges of Jacques 1998: light 1.3-6.3 %, moderate 11-16 %, dark 18-43 %. */
export const SKINS = [
  { text: '1.3 %', melanosomes: 0.013 },
  { text: '3.8 %', melanosomes: 0.038 },
  { text: '8 %', melanosomes: 0.08 },
  { text: '13.5 %', melanosomes: 0.135 },
  { text: '25 %', melanosomes: 0.25 },
  { text: '43 %', melanosomes: 0.43 },
] as const satisfies readonly (Level & { melanosomes: number })[];

export const LIGHTS = [
  { text: '1000 lx', lux: 1000 },
  { text: '300 lx', lux: 300 },
  { text: '100 lx', lux: 100 },
  { text: '30 lx', lux: 30 },
  { text: '10 lx', lux: 10 },
] as const satisfies readonly (Level & { lux: number })[];

export const COLOURS = [
  { text: '6500 K', colourTemperatureK: 6500 },
  { text: '2700 K', colourTemperatureK: 2700 },
] as const satisfies readonly (Level & { colourTemperatureK: number })[];

export const MOTIONS = [
  { text: 'still', sway: 0.002, nod: 0 },
  { text: 'swaying', sway: 0.04, nod: 0 },
  { text: 'nodding', sway: 0.04, nod: 0.008 },
] as const satisfies readonly (Level & Pick<TraceOptions, 'sway' | 'nod'>)[];

export const TIMINGS = [
  { text: '30 fps', frameRate: 30, jitter: 1, dropped: 0 },
  { text: '24 fps, 4 ms', frameRate: 24, jitter: 4, dropped: 0.02 },
  { text: '15 fps, 8 ms', frameRate: 15, jitter: 8, dropped: 0.05 },
] as const satisfies readonly (Level & Pick<TraceOptions, 'frameRate' | 'jitter' | 'dropped'>)[];

/** Steps of a block's mean: an eighth of H.264's quantiser step at these parameters. */
export const CODECS = [
  { text: 'raw', codecStep: 0 },
  { text: 'QP 23', codecStep: 1.1 },
  { text: 'QP 33', codecStep: 3.5 },
] as const satisfies readonly (Level & Pick<TraceOptions, 'codecStep'>)[];

export const FACTORS = {
  skin: SKINS,
  light: LIGHTS,
  colour: COLOURS,
  motion: MOTIONS,
  timing: TIMINGS,
  codec: CODECS,
} as const;
export type Factor = keyof typeof FACTORS;

/** One cell of the grid, with a level of each factor. */
export type Cell = { readonly [F in Factor]: (typeof FACTORS)[F][number] };

/** All cells, in a fixed order. */
export function cells(): Cell[] {
  return SKINS.flatMap((skin) =>
    LIGHTS.flatMap((light) =>
      COLOURS.flatMap((colour) =>
        MOTIONS.flatMap((motion) =>
          TIMINGS.flatMap((timing) =>
            CODECS.map((codec) => ({ skin, light, colour, motion, timing, codec })),
          ),
        ),
      ),
    ),
  );
}
