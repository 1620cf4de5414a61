// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { expect, test } from 'vitest';
import vectorFile from '../models/models.vectors.json' with { type: 'json' };
import { lineSnrDb, PUBLISHED_WIDTHS } from '../pulse/pool.ts';
import { intervalsOf, type Intervals } from './intervals.ts';
import { irregularBeats } from './irregular.ts';
import { MIN_INTERVALS } from './rhythm.ts';
import { mentalStressIndex, stressIndex } from './stress.ts';
import { acceptedMs, meanRate, sdnn } from './variability.ts';

const vectorSchema = z.object({
  channel: z.string(),
  model: z.string(),
  inputs: z.record(z.string(), z.unknown()),
  expected: z.number(),
  tolerance: z.number(),
});
type Vector = z.infer<typeof vectorSchema>;
const series = z.array(z.number());

/** Intervals as the engine takes them, from the times of the beats. */
function beatsOf({ inputs }: Vector): Intervals {
  const times = series
    .parse(inputs['nn_ms'])
    .reduce<number[]>((all, ms) => [...all, (all.at(-1) ?? 0) + ms / 1000], [0]);
  return intervalsOf(Float64Array.from(times));
}

const orMissing = (value: number | null): number =>
  value === null || Number.isNaN(value) ? -1 : value;

function variability(vector: Vector): number {
  const intervals = beatsOf(vector);
  return acceptedMs(intervals).length >= MIN_INTERVALS ? sdnn(intervals) : -1;
}

function stress({ inputs }: Vector): number {
  const si = stressIndex(Float64Array.from(series.parse(inputs['nn_ms'])));
  return si === null ? -1 : mentalStressIndex(si);
}

function publishedSnr({ inputs }: Vector): number {
  const at = series.parse(inputs['freq_hz']);
  const power = series.parse(inputs['power']);
  const binHz = 0.1;
  const all = new Float64Array(Math.round((at.at(-1) ?? 0) / binHz) + 1);
  at.forEach((hz, k) => (all[Math.round(hz / binHz)] = power[k] ?? 0));
  return lineSnrDb({ binHz, power: all }, z.number().parse(inputs['f0_hz']), PUBLISHED_WIDTHS);
}

const READERS: Record<string, (vector: Vector) => number> = {
  mean_nn: (vector) => orMissing(meanRate(beatsOf(vector))),
  sdnn_formula_only: (vector) => sdnn(beatsOf(vector)),
  sdnn_sample_n_minus_1: variability,
  omron25_events: ({ inputs }) => irregularBeats(series.parse(inputs['ibi_ms'])).events,
  dehaan2013_iphys_windows: publishedSnr,
  baevsky_si_50ms_to_1_6: stress,
};

const vectors = z
  .array(vectorSchema)
  .parse(vectorFile)
  .filter(({ model }) => READERS[model] !== undefined);

test('all 16 vectors of the channels measured from the pulse signal are there', () => {
  expect(vectors).toHaveLength(16);
});

test.for(vectors)('$channel by $model, vector %#: $expected', (vector) => {
  const value = READERS[vector.model]?.(vector) ?? Number.NaN;
  expect(Math.abs(value - vector.expected)).toBeLessThanOrEqual(Math.max(vector.tolerance, 1e-9));
});
