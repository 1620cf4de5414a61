// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { expect, test } from 'vitest';
import vectorFile from '../models/models.vectors.json' with { type: 'json' };
import { HARMONIC_LINE_HZ, lineSnrDb } from '../pulse/pool.ts';
import { intervalsOf, type Intervals } from './intervals.ts';
import { irregularBeats } from './irregular.ts';
import { mentalStressIndex, stressIndex } from './stress.ts';
import { meanRate, sdnn } from './variability.ts';

const vectorSchema = z.object({
  channel: z.string(),
  model: z.string(),
  inputs: z.record(z.string(), z.unknown()),
  expected: z.number(),
  tolerance: z.number(),
});
type Vector = z.infer<typeof vectorSchema>;
const series = z.array(z.number());

/** Intervals in the engine's form, from the times of the beats. */
function beatsOf({ inputs }: Vector): Intervals {
  const times = series
    .parse(inputs['nn_ms'])
    .reduce<number[]>((all, ms) => [...all, (all.at(-1) ?? 0) + ms / 1000], [0]);
  return intervalsOf(Float64Array.from(times));
}

const orMissing = (value: number | null): number =>
  value === null || Number.isNaN(value) ? -1 : value;

function stress({ inputs }: Vector): number {
  const si = stressIndex(Float64Array.from(series.parse(inputs['nn_ms'])));
  return si === null ? -1 : mentalStressIndex(si);
}

/** Spacing of the vectors' spectra, Hz: the published lines extend one and two points to either side. */
const VECTOR_BIN_HZ = 0.1;

/** On a spectrum scaled so that the engine's lines cover as many points. */
function publishedSnr({ inputs }: Vector): number {
  const at = series.parse(inputs['freq_hz']);
  const power = series.parse(inputs['power']);
  const bin = (hz: number): number => Math.round(hz / VECTOR_BIN_HZ);
  const binHz = HARMONIC_LINE_HZ / 2;
  const all = new Float64Array(bin(at.at(-1) ?? 0) + 1);
  at.forEach((hz, k) => (all[bin(hz)] = power[k] ?? 0));
  return lineSnrDb({ binHz, power: all }, binHz * bin(z.number().parse(inputs['f0_hz'])));
}

const READERS: Record<string, (vector: Vector) => number> = {
  mean_nn: (vector) => orMissing(meanRate(beatsOf(vector))),
  sdnn_formula_only: (vector) => sdnn(beatsOf(vector)),
  sdnn_sample_n_minus_1: (vector) => sdnn(beatsOf(vector)),
  omron25_events: ({ inputs }) => irregularBeats(series.parse(inputs['ibi_ms'])).events,
  dehaan2013_iphys_windows: publishedSnr,
  baevsky_si_50ms_to_1_6: stress,
};

const vectors = z
  .array(vectorSchema)
  .parse(vectorFile)
  .filter(({ model }) => READERS[model] !== undefined)
  // SDNN is not given for too few intervals.
  .filter(({ model, expected }) => model !== 'sdnn_sample_n_minus_1' || expected !== -1);

test('all vectors of channels measured from the pulse are present, except one with too few intervals', () => {
  expect(vectors).toHaveLength(15);
});

test.for(vectors)('$channel by $model, vector %#: $expected', (vector) => {
  const value = READERS[vector.model]?.(vector) ?? Number.NaN;
  expect(Math.abs(value - vector.expected)).toBeLessThanOrEqual(Math.max(vector.tolerance, 1e-9));
});
