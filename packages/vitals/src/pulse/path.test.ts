// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries } from '@perfuse/contract/payload/chunk';
import { describe, expect, it } from 'vitest';
import { recordingOf, type Recording } from '../frames/recording.ts';
import { jumpingFilm, movingFilm, type FakePerson } from '../testing/person.ts';
import { estimatePulse } from './estimate.ts';
import { movingPath, steadyPath, straightenedMask, turnsOf, withMean } from './path.ts';
import { readPulse } from './read.ts';
import { ridgePath } from './ridge-path.ts';

const RATE = 30;

function recorded(frames: FrameSeries): Recording {
  const outcome = recordingOf(frames);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.recording;
}

const filmed = (from: number, to: number, person: FakePerson = {}): Recording =>
  recorded(movingFilm(from, to, person));

describe('a path of the rate', () => {
  const length = 900;
  const chirp = Float64Array.from({ length }, (_, i) => 1 + (0.5 * i) / (length - 1));
  const turns = (i: number): number => (i + (0.25 * i * i) / (length - 1)) / RATE;
  const wave = Float64Array.from({ length }, (_, i) => Math.sin(2 * Math.PI * turns(i)));

  it('integrates its frequency to a phase', () => {
    const found = turnsOf(chirp, RATE);
    for (const i of [0, 1, 450, length - 1]) expect(found[i]).toBeCloseTo(turns(i), 9);
  });

  it('straightens a wave along it to a constant frequency, the mean of its own', () => {
    const even = movingPath(chirp).straightened(wave);
    const mean = turns(length - 1) / ((length - 1) / RATE);
    for (let i = 30; i < length - 30; i++) {
      expect(even[i]).toBeCloseTo(Math.sin((2 * Math.PI * mean * i) / RATE), 1);
    }
  });

  it('that is constant leaves the wave unchanged', () => {
    const path = steadyPath(1.2, length);
    expect(path.straightened(wave)).toBe(wave);
    expect(new Set(path.hz)).toEqual(new Set([1.2]));
  });

  it('is scaled to the mean that was found along it', () => {
    const { hz } = withMean(movingPath(chirp), 2);
    expect(hz.reduce((sum, one) => sum + one, 0) / length).toBeCloseTo(2, 9);
    expect((hz.at(-1) ?? 0) / (hz[0] ?? 1)).toBeCloseTo(1.5, 9);
  });

  it('moves unusable samples to their straightened position', () => {
    const usable = new Uint8Array(length).fill(1).fill(0, 500, 600);
    const mask = straightenedMask(movingPath(chirp), usable);
    const from = mask.indexOf(0);
    expect(from / length).toBeCloseTo(turns(500) / turns(length - 1), 2);
    expect(mask.lastIndexOf(0) / length).toBeCloseTo(turns(600) / turns(length - 1), 2);
  });
});

describe('the smoothest strong line', () => {
  const at = (hz: number, score: number): { hz: number; score: number } => ({ hz, score });

  it('follows a rise past a stronger peak that jumps', () => {
    const windows = Array.from({ length: 10 }, (_, k) => {
      const heart = at(1.2 + 0.04 * k, 1);
      return k === 4 ? [at(3, 1.5), heart] : [heart, at(2 + 0.1 * (k % 2), 0.4)];
    });
    const path = ridgePath(windows) ?? [];
    path.slice(1, -1).forEach((hz, k) => {
      expect(hz).toBeCloseTo(1.2 + 0.04 * (k + 1), 2);
    });
  });

  it.each([
    ['follows a jump that lasts', { to: 1.9, windows: 7, follows: true }],
    ['ignores a short jump', { to: 1.9, windows: 3, follows: false }],
    ['ignores a jump to the second harmonic', { to: 2.4, windows: 7, follows: false }],
  ])('%s', (_, { to, windows, follows }) => {
    const path = ridgePath([
      ...Array.from({ length: 14 }, () => [at(1.2, 1), at(to, 0.15)]),
      ...Array.from({ length: windows }, () => [at(to, 1), at(1.2, 0.15)]),
    ]);
    expect(path?.at(0)).toBeCloseTo(1.2, 9);
    expect(path?.at(-1)).toBeCloseTo(follows ? to : 1.2, 9);
  });

  it('is null where a window has no peak', () => {
    expect(ridgePath([[at(1, 1)], [], [at(1, 1)]])).toBeNull();
  });
});

describe('a heart rate', () => {
  it.each([
    [91, 120],
    [75, 55],
    [62, 80],
  ])('that changes from %i to %i is followed', (from, to) => {
    const recording = filmed(from, to, { noise: 0.15 });
    const { steady, moving } = estimatePulse(recording);
    expect(moving?.snrDb ?? 0).toBeGreaterThan(steady.snrDb + 2);
    const { estimate, verdict } = readPulse(recording);
    expect(verdict.reason).toBeNull();
    expect(estimate.path.moves).toBe(true);
    expect(Math.abs(60 * estimate.f0 - (from + to) / 2)).toBeLessThan(1);
    const { hz } = estimate.path;
    expect(Math.abs(60 * (hz[200] ?? 0) - (from + ((to - from) * 200) / 900))).toBeLessThan(4);
    expect(Math.abs(60 * (hz[700] ?? 0) - (from + ((to - from) * 700) / 900))).toBeLessThan(4);
  });

  it.each([
    [70, 95],
    [110, 75],
  ])('that jumps from %i to %i is followed', (from, to) => {
    const { estimate, verdict } = readPulse(recorded(jumpingFilm(from, to, 12, { noise: 0.15 })));
    expect(verdict.reason).toBeNull();
    expect(verdict.phase.hz * 60).toBeCloseTo((12 * from + 18 * to) / 30, 0);
    const { hz } = estimate.path;
    expect(Math.abs(60 * (hz[150] ?? 0) - from)).toBeLessThan(4);
    expect(Math.abs(60 * (hz[750] ?? 0) - to)).toBeLessThan(4);
  });

  it('that is constant has a constant path', () => {
    const { estimate } = readPulse(filmed(72, 72));
    expect(estimate.path.moves).toBe(false);
    expect(new Set(estimate.path.hz)).toEqual(new Set([estimate.f0]));
  });

  it('is not found in noise', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const { verdict } = readPulse(filmed(72, 72, { pulse: 0, noise: 0.2, seed }));
      expect(verdict.reason).not.toBeNull();
    }
  });
});
