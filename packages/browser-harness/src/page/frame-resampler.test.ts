// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameResampler, nominalRate } from './frame-resampler.ts';

const times = (count: number, rate: number, wander: (at: number) => number = () => 0): number[] =>
  Array.from({ length: count }, (_, at) => at / rate + wander(at));

describe('The nominal rate', () => {
  it('is the common rate nearest to times that were rounded to milliseconds', () => {
    const rounded = times(900, 30).map((time) => Math.round(time * 1000) / 1000);
    expect(nominalRate(rounded)).toEqual({ numerator: 30, denominator: 1 });
  });

  it('distinguishes 29.97 from 30', () => {
    expect(nominalRate(times(900, 30_000 / 1001))).toEqual({
      numerator: 30_000,
      denominator: 1001,
    });
  });

  it('ignores pauses of the camera', () => {
    const paused = times(900, 25).map((time, at) => time + (at > 400 ? 3 : 0));
    expect(nominalRate(paused)).toEqual({ numerator: 25, denominator: 1 });
  });

  it('accepts frames in storage order, which is not display order', () => {
    const stored = times(300, 30).map((_, at, all) => all[at % 2 === 0 ? at + 1 : at - 1] ?? 0);
    expect(nominalRate(stored)).toEqual({ numerator: 30, denominator: 1 });
  });

  it('keeps an uncommon rate, and thins out slow motion', () => {
    expect(nominalRate(times(400, 27.4))).toEqual({ numerator: 27_400, denominator: 1000 });
    expect(nominalRate(times(400, 240))).toEqual({ numerator: 60, denominator: 1 });
  });

  it('is unknown without two frames', () => {
    expect(nominalRate([])).toBeNull();
    expect(nominalRate([1])).toBeNull();
    expect(nominalRate([1, 1])).toBeNull();
  });
});

function play(atS: readonly number[], rate: number): number[] {
  const resampler = new FrameResampler<number>({ numerator: rate, denominator: 1 });
  const shown = atS.flatMap((time, frame) => resampler.next(time, frame));
  return [...shown, ...resampler.end()];
}

describe('The frame resampler', () => {
  it('shows every frame once when the recording is even', () => {
    expect(play(times(300, 30), 30)).toEqual(Array.from({ length: 300 }, (_, at) => at));
  });

  it('outputs the frame nearest in time at every tick', () => {
    const intervals = fc.array(fc.double({ min: 0.004, max: 0.12, noNaN: true }), {
      minLength: 1,
      maxLength: 80,
    });
    fc.assert(
      fc.property(intervals, (gaps) => {
        let now = 5;
        const atS = [now, ...gaps.map((gap) => (now += gap))];
        const shown = play(atS, 30);
        shown.forEach((frame, tick) => {
          const tickS = 5 + tick / 30;
          const distance = Math.abs((atS[frame] ?? 0) - tickS);
          for (const time of atS)
            expect(distance).toBeLessThanOrEqual(Math.abs(time - tickS) + 1e-9);
        });
        // Its duration is that of the recording including its last frame.
        const lengthS = (atS.at(-1) ?? 0) - 5;
        expect(Math.abs(shown.length / 30 - lengthS)).toBeLessThanOrEqual(1.51 / 30);
      }),
    );
  });

  it('holds a frame through a pause', () => {
    expect(play([0, 1 / 30, 4 / 30], 30)).toEqual([0, 1, 1, 2, 2]);
  });

  it('drops frames that go back in time', () => {
    expect(play([0, 1 / 30, 0.5 / 30, 2 / 30], 30)).toEqual([0, 1, 3]);
  });
});
