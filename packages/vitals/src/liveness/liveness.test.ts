// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries } from '@perfuse/contract/payload/chunk';
import { SNR_CODES } from '@perfuse/contract/results/signal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from '../analysis/analyse.ts';
import { looped, onlyFrames } from '../testing/alter.ts';
import { film, randomStream, recoloured } from '../testing/person.ts';
import { loopSeconds } from './repetition.ts';

const every = (frames: FrameSeries): Uint32Array =>
  Uint32Array.from(frames.timeMs, (_, frame) => frame);
const loopOf = (frames: FrameSeries): number => loopSeconds(frames, every(frames));

describe('a short film played in a loop', () => {
  it('is recognised by its noise, whatever the length of the loop', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 30, max: 449 }),
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom(0, 0.006),
        (length, seed, pulse) => {
          const { frames } = film({ seed, pulse });
          const loopS = loopOf(looped(frames, length));
          // A multiple of the loop repeats as well.
          expect((loopS * 30) / length).toBeCloseTo(Math.round((loopS * 30) / length), 1);
          expect(loopS).toBeGreaterThan(0.9);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('is not searched for in frames closer together than any camera films', () => {
    const frames = looped(film().frames, 150);
    const near = (factor: number): FrameSeries => ({
      ...frames,
      timeMs: frames.timeMs.map((time) => time / factor),
    });
    expect(loopOf(near(4))).toBeGreaterThan(0);
    expect(loopOf(near(9))).toBeNaN();
  });

  it('gets no heart rate, and the code for a replay', () => {
    const { channels, snrDb } = analyse(looped(film({ heartRate: 75 }).frames, 240));
    expect(snrDb).toBe(SNR_CODES.replayed);
    expect(channels.HR_BPM).toMatchObject({ value: null, reason: 'replayed' });
    expect(channels.SNR).toMatchObject({ value: SNR_CODES.replayed, reason: 'replayed' });
  });

  it('is recognised after fifteen seconds, while filming', () => {
    const soFar = onlyFrames(looped(film().frames, 150), (_, ms) => ms < 15_000);
    expect(analyse(soFar, { live: true }).snrDb).toBe(SNR_CODES.replayed);
  });

  it('is recognised despite lost frames, jittered times and some added noise', () => {
    const random = randomStream(3);
    const noisy = recoloured(
      looped(film().frames, 180),
      (colour) => colour + 0.02 * random.normal(),
    );
    const kept = Array.from(noisy.timeMs, () => random.uniform() > 0.08);
    const lossy = onlyFrames(noisy, (frame) => kept[frame] === true);
    const late = { ...lossy, timeMs: lossy.timeMs.map((ms) => ms + 6 * (random.uniform() - 0.5)) };
    expect(loopOf(late) % 6).toBeCloseTo(0, 1);
  });
});

describe('a film of a living person', () => {
  const person = fc.record({
    seed: fc.integer({ min: 1, max: 1e6 }),
    heartRate: fc.integer({ min: 45, max: 150 }),
    fps: fc.constantFrom(15, 24, 30, 60),
    durationS: fc.constantFrom(10, 20, 30),
    noise: fc.constantFrom(0.003, 0.05, 0.3),
    sinusArrhythmia: fc.constantFrom(0, 0.04),
  });

  it('is not taken for a loop, however regular the heart', () => {
    fc.assert(
      fc.property(person, (options) => {
        expect(loopOf(film(options).frames)).toBeNaN();
      }),
      { numRuns: 40 },
    );
  });

  it('is not taken for a loop because of regular key frames of an encoder or flickering light', () => {
    for (const every of [12, 15, 24, 30, 45, 60]) {
      const popping = recoloured(
        film().frames,
        (colour, frame) => colour + (frame % every === 0 ? 0.3 : frame % every === 1 ? 0.1 : 0),
      );
      expect(loopOf(popping)).toBeNaN();
    }
    expect(loopOf(film({ light: 0.01, lightHz: 9.7 }).frames)).toBeNaN();
  });
});

describe('a photograph', () => {
  const photograph = film({ pulse: 0, noise: 0.02 }).frames;

  it('held still in good light gets the code for no signs of life', () => {
    const { channels, snrDb } = analyse(photograph);
    expect(snrDb).toBe(SNR_CODES.notAlive);
    expect(channels.HR_BPM).toMatchObject({ value: null, reason: 'no-life-signs' });
  });

  it('is not judged before enough has been filmed', () => {
    const { snrDb } = analyse(onlyFrames(photograph, (_, ms) => ms < 10_000));
    expect(snrDb).toBe(SNR_CODES.noSignal);
  });

  it('in noise that could hide a pulse only gets the code for no signal', () => {
    expect(analyse(film({ pulse: 0, noise: 0.4 }).frames).snrDb).toBe(SNR_CODES.noSignal);
  });

  it('of constant colours, without any noise, also gets the code for no signs of life', () => {
    expect(analyse(recoloured(film().frames, () => 120)).snrDb).toBe(SNR_CODES.notAlive);
  });
});

it('the weakest pulse that a camera shows is accepted', () => {
  const { channels } = analyse(film({ pulse: 0.0006, noise: 0.01, heartRate: 64 }).frames);
  expect(channels.HR_BPM?.value).toBeCloseTo(64, 0);
});
