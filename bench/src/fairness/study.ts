// SPDX-License-Identifier: Apache-2.0
import { phantomTraces, render, type TraceOptions } from '@perfuse/phantom';
import { analyse } from '@perfuse/vitals';
import type { Cell } from './grid.ts';

/** What the engine said of one synthetic subject. */
export interface Outcome {
  readonly cell: Cell;
  /** False: the same person and camera without a pulse. */
  readonly pulse: boolean;
  /** Heart rate, per minute. */
  readonly truth: number;
  /** Null where it was refused. */
  readonly value: number | null;
}

/** Rates spread over the band, in an order that does not go with the grid's: the golden ratio's multiples. */
const GOLDEN = 0.618_033_988_75;
const spreadOver = (at: number, from: number, to: number): number =>
  from + (to - from) * ((at * GOLDEN) % 1);

/** The subject of the place `at` of the grid: the same in every run. */
export function subjectOptions(at: number): TraceOptions {
  return {
    seed: 1000 + at,
    bpm: spreadOver(at, 52, 118),
    breaths: spreadOver(at * 7 + 3, 10, 20),
    sdnn: 25,
    lightDrift: 0.004,
  };
}

/** Films and reads one subject. */
export function tryCell(cell: Cell, at: number, pulse: boolean): Outcome {
  const { skin, light, colour, motion, timing, codec } = cell;
  const { frameRate, jitter, dropped } = timing;
  const rendering = render({
    skin: { melanosomes: skin.melanosomes },
    lux: light.lux,
    colourTemperatureK: colour.colourTemperatureK,
    frameRate,
  });
  const { frames, truth } = phantomTraces({
    ...subjectOptions(at),
    ...{ rendering, frameRate, jitter, dropped },
    sway: motion.sway,
    nod: motion.nod,
    codecStep: codec.codecStep,
    ...(pulse ? {} : { amplitude: 0 }),
  });
  const { channels } = analyse(frames);
  return { cell, pulse, truth: truth.hr, value: channels.HR_BPM?.value ?? null };
}
