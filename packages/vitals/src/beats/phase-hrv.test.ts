// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../testing/person.ts';
import { intervalsOf } from './intervals.ts';
import { isReportable } from './spread.ts';
import { phaseHrv, type PhaseHrv } from './phase-hrv.ts';

const RATE = 30;
const LENGTH = 900;
const TURN = 2 * Math.PI;
const USABLE = new Uint8Array(LENGTH).fill(1);
const always = (): boolean => true;
/** Single beats that are not trusted. */
const NO_BEATS = intervalsOf(new Float64Array(0));

interface Heart {
  /** Rate in the middle of the 30 s, and its rise over them, Hz. */
  readonly hz?: number;
  readonly riseHz?: number;
  /** Amplitude of the modulation, with twelve breaths a minute. */
  readonly depthMs?: number;
  readonly noise?: number;
  readonly seed?: number;
}

/** 30 s of a heart's wave, and the intervals between its beats. */
function heart({ hz = 1.2, riseHz = 0, depthMs = 0, noise = 0, seed = 1 }: Heart): {
  readonly wave: Float64Array;
  readonly path: Float64Array;
  readonly intervalsMs: number[];
} {
  const random = randomStream(seed);
  const breathHz = 0.2;
  const depth = (depthMs / 1000) * hz;
  const turnsAt = (s: number): number =>
    (hz - riseHz / 2) * s +
    (riseHz / 60) * s * s -
    ((hz * depth) / (TURN * breathHz)) * Math.cos(TURN * breathHz * s);
  const beats: number[] = [];
  for (let i = 0; i < 30_000; i++) {
    if (Math.floor(turnsAt((i + 1) / 1000)) > Math.floor(turnsAt(i / 1000))) beats.push(i);
  }
  return {
    wave: Float64Array.from({ length: LENGTH }, (_, i) => {
      const angle = TURN * turnsAt(i / RATE);
      return Math.sin(angle) + 0.35 * Math.sin(2 * angle) + noise * random.normal();
    }),
    path: Float64Array.from(
      { length: LENGTH },
      (_, i) => hz - riseHz / 2 + (riseHz * i) / RATE / 30,
    ),
    intervalsMs: beats.slice(1).map((ms, k) => ms - (beats[k] ?? 0)),
  };
}

function read(of: Heart, path?: Float64Array): PhaseHrv {
  const { wave, path: known } = heart(of);
  const hrv = phaseHrv({
    wave,
    usable: USABLE,
    rate: RATE,
    path: path ?? known,
    edgesHz: [],
    measured: always,
    beats: NO_BEATS,
  });
  if (hrv === null) throw new Error('The phase could not be followed.');
  return hrv;
}

function truth(of: Heart): { sdnn: number; rmssd: number } {
  const { intervalsMs: ms } = heart(of);
  const mean = ms.reduce((sum, one) => sum + one, 0) / ms.length;
  const squares = ms.map((one) => (one - mean) ** 2);
  const steps = ms.slice(1).map((one, k) => (one - (ms[k] ?? 0)) ** 2);
  const sum = (of_: number[]): number => of_.reduce((all, one) => all + one, 0);
  return {
    sdnn: Math.sqrt(sum(squares) / (ms.length - 1)),
    rmssd: Math.sqrt(sum(steps) / steps.length),
  };
}

describe('variability by phase', () => {
  it('matches that of the heart within 3 ms at low noise', () => {
    fc.assert(
      fc.property(fc.double({ min: 15, max: 80, noNaN: true }), (depthMs) => {
        const of = { depthMs, noise: 0.05 };
        const { sdnn, rmssd } = read(of);
        expect(Math.abs(sdnn.value - truth(of).sdnn)).toBeLessThan(3);
        expect(Math.abs(rmssd.value - truth(of).rmssd)).toBeLessThan(5);
      }),
      { numRuns: 20 },
    );
  });

  it('does not grow with noise on average, and its deviation covers its error', () => {
    const of = { depthMs: 50, noise: 0.9 };
    const errors = Array.from({ length: 16 }, (_, k) => {
      const { sdnn } = read({ ...of, seed: k + 1 });
      return { error: sdnn.value - truth(of).sdnn, deviation: sdnn.deviation };
    });
    const bias = errors.reduce((sum, { error }) => sum + error, 0) / errors.length;
    expect(Math.abs(bias)).toBeLessThan(6);
    const within = errors.filter(({ error, deviation }) => Math.abs(error) < 2 * deviation);
    expect(within.length).toBeGreaterThanOrEqual(15);
  });

  it('is mostly withheld for an even heart at -2 dB, and otherwise rarely beyond 3 deviations', () => {
    const told = Array.from({ length: 16 }, (_, k) => read({ noise: 2, seed: k + 1 }).sdnn).filter(
      isReportable,
    );
    expect(told.length).toBeLessThan(8);
    const far = told.filter(({ value, deviation }) => value > 3 * deviation);
    expect(far.length).toBeLessThan(2);
  });

  it('is given up to a deviation of 15 ms, and up to one of 0.7 times its value', () => {
    const told = (value: number, deviation: number) => isReportable({ value, deviation });
    expect([told(100, 15), told(100, 15.1)]).toEqual([true, false]);
    expect([told(10, 6.9), told(10, 7.1)]).toEqual([true, false]);
  });

  it('includes a rise of the rate by 25 a minute, and no more', () => {
    for (const depthMs of [0, 30]) {
      const of = { hz: 1.6, riseHz: 25 / 60, depthMs, noise: 0.2 };
      const { sdnn } = read(of);
      expect(Math.abs(sdnn.value - truth(of).sdnn)).toBeLessThan(2.5 * sdnn.deviation);
      expect(sdnn.deviation).toBeLessThan(10);
    }
  });

  it('changes from beat to beat no more because the rate rises', () => {
    const of = { hz: 1.6, riseHz: 35 / 60, depthMs: 10, noise: 0.3 };
    const errors = Array.from({ length: 16 }, (_, k) => {
      const { rmssd } = read({ ...of, seed: k + 1 });
      return Math.abs(rmssd.value - truth(of).rmssd) / rmssd.deviation;
    });
    expect(errors.filter((error) => error < 1).length).toBeGreaterThanOrEqual(10);
    expect(errors.filter((error) => error < 2).length).toBeGreaterThanOrEqual(15);
  });

  it('is found along a constant path when the rate changes a little', () => {
    const of = { hz: 1.2, riseHz: 0.1, depthMs: 30, noise: 0.2 };
    const even = read(of, new Float64Array(LENGTH).fill(1.2)).sdnn;
    expect(Math.abs(even.value - read(of).sdnn.value)).toBeLessThan(3);
  });

  it('gives the intervals for the stress index the spread of the SDNN', () => {
    const { intervalsMs, sdnn } = read({ depthMs: 40, noise: 0.8 });
    const mean = intervalsMs.reduce((sum, one) => sum + one, 0) / intervalsMs.length;
    const square = intervalsMs.reduce((sum, one) => sum + (one - mean) ** 2, 0);
    expect(Math.sqrt(square / intervalsMs.length)).toBeCloseTo(sdnn.value, 6);
  });

  it('is null for a flat line, few beats, or missing frames', () => {
    const { wave, path } = heart({ depthMs: 30 });
    const input = {
      wave,
      usable: USABLE,
      rate: RATE,
      path,
      edgesHz: [],
      measured: always,
      beats: NO_BEATS,
    };
    expect(phaseHrv({ ...input, wave: new Float64Array(LENGTH) })).toBeNull();
    const short = 450;
    expect(
      phaseHrv({
        ...input,
        wave: wave.subarray(0, short),
        usable: USABLE.subarray(0, short),
        path: path.subarray(0, short),
      }),
    ).toBeNull();
    expect(phaseHrv({ ...input, measured: (from, to) => to < 10 || from > 16 })).toBeNull();
  });

  it('is uncertain where single beats scatter less', () => {
    const { wave, path } = heart({ depthMs: 30 });
    const disturbed = wave.map((one, i) => (i > 300 && i < 330 ? -one : one));
    const input = { usable: USABLE, rate: RATE, path, edgesHz: [], measured: always };
    const even = intervalsOf(Float64Array.from({ length: 36 }, (_, k) => k / 1.2));
    const free = phaseHrv({ ...input, wave: disturbed, beats: NO_BEATS });
    const doubted = phaseHrv({ ...input, wave: disturbed, beats: even });
    if (free === null || doubted === null) throw new Error('The phase could not be followed.');
    expect(doubted.sdnn.deviation).toBeGreaterThan(doubted.sdnn.value);
    expect(free.sdnn.deviation).toBeLessThan(free.sdnn.value);
  });
});
