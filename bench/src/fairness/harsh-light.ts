// SPDX-License-Identifier: Apache-2.0
/**
 * Light that drifts at heart rates more strongly than a pulse changes skin. Without a codec, with the sensor's noise.
 * With a window behind the person, the background does not show the drift.
 */
import type { TraceOptions } from '@perfuse/phantom';
import { SKINS } from './grid.ts';
import { indoors, readSubject, spreadOver, type Given } from './read-subject.ts';

/** Lamps on 50 Hz mains. */
const LAMP_HZ = 100;
const MAINS_ALIAS_HZ = { from: 0.7, to: 2.5 } as const;

interface HarshLight {
  readonly text: string;
  readonly options: (at: number) => TraceOptions;
}

/** A frame rate at which the flicker aliases to a slow beat: every fourth cycle falls almost on the next frame. */
const aliasedRate = (at: number): number =>
  (LAMP_HZ - spreadOver(at, MAINS_ALIAS_HZ.from, MAINS_ALIAS_HZ.to)) / 4;

const lampFlicker = (at: number, depth: number): TraceOptions => ({
  frameRate: aliasedRate(at),
  flicker: { hz: LAMP_HZ, depth, tint: 0.3 },
});

const swinging = (at: number): TraceOptions => ({
  swinging: { depth: 0.01, hz: spreadOver(at * 3, 0.8, 2.2), tint: 1, spill: 0.5 },
});

const restless = (brightness: number, tint: number): TraceOptions => ({
  restless: { brightness, tint },
});

/** Relative changes of the light; a pulse changes light skin's green by 0.5 %, the darkest skin's by less. */
export const HARSH_LIGHTS = [
  { text: 'brightness wanders by 5 %', options: () => restless(0.05, 0) },
  { text: 'brightness by 3 %, colour by 1 %', options: () => restless(0.03, 0.01) },
  { text: 'brightness by 3 %, colour by 3 %', options: () => restless(0.03, 0.03) },
  { text: 'lamp flickers, aliased by the frames', options: (at) => lampFlicker(at, 0.02) },
  {
    text: 'screen, half as much on the wall',
    options: () => ({ screen: { depth: 0.015, cutsPerS: 1, spill: 0.5 } }),
  },
  {
    text: 'quick screen, next to nothing on the wall',
    options: () => ({ screen: { depth: 0.015, cutsPerS: 4, spill: 0.05 } }),
  },
  { text: 'coloured lamp that swings', options: swinging },
  {
    text: 'window behind: brightness by 3 %, colour by 1 %',
    options: () => ({ ...restless(0.03, 0.01), burntWall: true }),
  },
  {
    text: 'window behind: brightness by 3 %, colour by 3 %',
    options: () => ({ ...restless(0.03, 0.03), burntWall: true }),
  },
  {
    text: 'window behind: lamp flickers, aliased',
    options: (at) => ({ ...lampFlicker(at, 0.02), burntWall: true }),
  },
  {
    text: 'window behind: coloured lamp that swings',
    options: (at) => ({ ...swinging(at), burntWall: true }),
  },
  {
    text: 'lamp, screen and wandering light, head sways',
    options: (at) => ({
      ...lampFlicker(at, 0.01),
      ...restless(0.03, 0.01),
      ...{ sway: 0.04, screen: { depth: 0.01, cutsPerS: 1.5, spill: 0.3 } },
    }),
  },
] as const satisfies readonly HarshLight[];

const REPEATS = 3;

export interface HarshOutcome extends Given {
  readonly light: (typeof HARSH_LIGHTS)[number];
  readonly skin: (typeof SKINS)[number];
  readonly pulse: boolean;
}

/** One subject in one light. @param at the subject's number; reproducible between runs. */
export function tryHarshLight(
  light: HarshOutcome['light'],
  skin: HarshOutcome['skin'],
  at: number,
  pulse: boolean,
): HarshOutcome {
  const options: TraceOptions = {
    ...{ seed: 20_000 + at, frameRate: 30, jitter: 1, sdnn: 25, lightDrift: 0.004 },
    bpm: spreadOver(at, 52, 118),
    breaths: spreadOver(at * 7 + 3, 10, 20),
    ...(pulse ? {} : { amplitude: 0 }),
    ...light.options(at),
  };
  const rendering = indoors(skin.melanosomes, options.frameRate ?? 30);
  return { light, skin, pulse, ...readSubject({ ...options, rendering }).hr };
}

/** Every light on every skin, with and without a pulse. */
export function harshLightStudy(): HarshOutcome[] {
  let at = 0;
  return HARSH_LIGHTS.flatMap((light) =>
    SKINS.flatMap((skin) =>
      Array.from({ length: REPEATS }, () => {
        at += 1;
        return [true, false].map((pulse) => tryHarshLight(light, skin, at, pulse));
      }).flat(),
    ),
  );
}
