// SPDX-License-Identifier: Apache-2.0
import { render, type TraceOptions } from '@perfuse/phantom';
import type { Cell } from './grid.ts';
import { readSubject, spreadOver, type Given } from './read-subject.ts';

/** The engine's result for the heart rate of one synthetic subject, per minute. */
export interface Outcome extends Given {
  readonly cell: Cell;
  /** False: the same person and camera without a pulse. */
  readonly pulse: boolean;
}

/** The subject of cell `at` of the grid; reproducible between runs. */
export function subjectOptions(at: number): TraceOptions {
  return {
    seed: 1000 + at,
    bpm: spreadOver(at, 52, 118),
    breaths: spreadOver(at * 7 + 3, 10, 20),
    sdnn: 25,
    lightDrift: 0.004,
  };
}

/** Filming options of the subject's cell. */
function sceneOptions({ skin, light, colour, motion, timing, codec }: Cell): TraceOptions {
  const { frameRate, jitter, dropped } = timing;
  const rendering = render({
    skin: { melanosomes: skin.melanosomes },
    lux: light.lux,
    colourTemperatureK: colour.colourTemperatureK,
    frameRate,
  });
  return {
    ...{ rendering, frameRate, jitter, dropped },
    sway: motion.sway,
    nod: motion.nod,
    codecStep: codec.codecStep,
  };
}

/** Films and reads one subject. */
export function tryCell(cell: Cell, at: number, pulse: boolean): Outcome {
  const { hr } = readSubject({
    ...subjectOptions(at),
    ...sceneOptions(cell),
    ...(pulse ? {} : { amplitude: 0 }),
  });
  return { cell, pulse, ...hr };
}
