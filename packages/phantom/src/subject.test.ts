// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beatStatistics } from './beats.ts';
import { createSubject } from './subject.ts';

const people = fc.record({
  bpm: fc.double({ min: 40, max: 180, noNaN: true }),
  breaths: fc.double({ min: 6, max: 30, noNaN: true }),
  sdnn: fc.double({ min: 0, max: 50, noNaN: true }),
  seed: fc.nat({ max: 1_000_000 }),
});

describe('A synthetic subject', () => {
  it('has a beat on every whole phase, and nowhere else', () => {
    fc.assert(
      fc.property(people, (options) => {
        const subject = createSubject(options);
        const beats = subject.beats(0, 30);
        for (const time of beats) {
          const phase = subject.phase(time);
          expect(Math.abs(phase - Math.round(phase))).toBeLessThan(1e-6);
        }
        const whole = Math.floor(subject.phase(30)) - Math.ceil(subject.phase(0)) + 1;
        expect(beats).toHaveLength(whole);
      }),
    );
  });

  it('has a ground truth that agrees with its own beats', () => {
    fc.assert(
      fc.property(people, (options) => {
        const subject = createSubject(options);
        const truth = subject.truth(0, 60);
        const intervals = Array.from(subject.beats(0, 60)).flatMap((beat, at, all) =>
          at === 0 ? [] : [(beat - (all[at - 1] ?? 0)) * 1000],
        );
        const mean = intervals.reduce((sum, value) => sum + value, 0) / intervals.length;
        expect(truth.hr).toBeCloseTo(60_000 / mean, 6);
        // Slow waves shift the mean over a minute a little.
        expect(Math.abs(truth.hr - options.bpm)).toBeLessThan(0.06 * options.bpm + 0.5);
        expect(truth.rr).toBeCloseTo(options.breaths, 9);
      }),
    );
  });

  it('has about the requested interval spread', () => {
    for (const sdnn of [10, 30, 60]) {
      const { sdnn: found } = createSubject({ bpm: 65, breaths: 14, sdnn, seed: 3 }).truth(0, 300);
      expect(found / sdnn).toBeGreaterThan(0.85);
      expect(found / sdnn).toBeLessThan(1.15);
    }
  });

  it('beats evenly when its spread is 0', () => {
    const { hr, sdnn, rmssd } = createSubject({ bpm: 90, sdnn: 0 }).truth(0, 30);
    expect(hr).toBeCloseTo(90, 6);
    expect(sdnn).toBeLessThan(1e-3);
    expect(rmssd).toBeLessThan(1e-3);
  });

  it('has the steepest rise of blood volume at each beat', () => {
    const subject = createSubject({ bpm: 70, sdnn: 25, seed: 5 });
    const slope = (time: number): number =>
      subject.bloodVolume(time + 1e-3) - subject.bloodVolume(time - 1e-3);
    for (const beat of subject.beats(2, 20)) {
      for (const away of [-0.2, -0.1, 0.1, 0.2, 0.35]) {
        expect(slope(beat)).toBeGreaterThan(slope(beat + away));
      }
    }
  });

  it('has a faster heart rate with a full chest than with an empty one', () => {
    const subject = createSubject({ bpm: 60, breaths: 12, sdnn: 40 });
    const rate = (time: number): number => subject.phase(time + 0.05) - subject.phase(time - 0.05);
    // The chest is full at a quarter of the breath and empty at three quarters.
    const meanRate = (at: number): number =>
      Array.from({ length: 40 }, (_, breath) => rate(5 * breath + at)).reduce((a, b) => a + b) / 40;
    expect(meanRate(1.25)).toBeGreaterThan(meanRate(3.75) * 1.02);
  });

  it('repeats exactly after its period', () => {
    const subject = createSubject({ bpm: 72, breaths: 15, sdnn: 30, periodS: 40 });
    for (const time of [0, 0.3, 7.77, 31.2]) {
      expect(subject.bloodVolume(time + 40)).toBeCloseTo(subject.bloodVolume(time), 9);
    }
  });

  it.each([
    ['rises in a ramp', { kind: 'ramp', by: 25, overS: 30 } as const, [80, 92.5, 105]],
    ['falls in a ramp', { kind: 'ramp', by: -25, overS: 30 } as const, [80, 67.5, 55]],
    ['dips and comes back', { kind: 'dip', by: 20, atS: 15, widthS: 16 } as const, [80, 60, 80]],
    ['recovers', { kind: 'recovery', by: 40, halfLifeS: 15 } as const, [120, 100, 90]],
  ])('%s along its course', (_, course, [atStart = 0, midway = 0, atEnd = 0]) => {
    const subject = createSubject({ bpm: 80, sdnn: 0, course });
    const rate = (timeS: number): number =>
      60 * (subject.phase(timeS + 0.001) - subject.phase(timeS - 0.001)) * 500;
    expect(rate(0.01)).toBeCloseTo(atStart, 0);
    expect(rate(15)).toBeCloseTo(midway, 1);
    expect(rate(29.99)).toBeCloseTo(atEnd, 0);
    // The beats of the truth follow that course.
    const beats = subject.beats(0, 30);
    for (const [at, beat] of beats.subarray(1).entries()) {
      const before = beats[at] ?? 0;
      expect(60 / (beat - before)).toBeCloseTo(rate((beat + before) / 2), 0);
    }
  });

  it('varies its intervals less at a faster heart rate', () => {
    const subject = createSubject({
      ...{ bpm: 60, breaths: 15, sdnn: 40, seed: 2 },
      course: { kind: 'ramp', by: 60, overS: 120 },
    });
    const spread = (fromS: number): number => {
      const { rmssd } = subject.truth(fromS, fromS + 30);
      return rmssd;
    };
    expect(spread(90)).toBeLessThan(0.5 * spread(0));
  });

  it('breathes unevenly on request, and its heart rate follows', () => {
    const subject = createSubject({ breaths: 12, breathSpread: 0.15, sdnn: 30, seed: 4 });
    const rises = Array.from({ length: 30_000 }, (_, at) => at / 100).filter(
      (timeS) => subject.chest(timeS) <= 0 && subject.chest(timeS + 0.01) > 0,
    );
    const lengths = rises.slice(1).map((time, at) => time - (rises[at] ?? 0));
    const mean = lengths.reduce((sum, one) => sum + one, 0) / lengths.length;
    const variance = lengths.reduce((sum, one) => sum + (one - mean) ** 2, 0) / lengths.length;
    expect(Math.sqrt(variance) / mean).toBeGreaterThan(0.08);
    expect(Math.sqrt(variance) / mean).toBeLessThan(0.2);
    expect(Math.abs(subject.truth(0, 300).rr - 60 / mean)).toBeLessThan(0.3);
    expect(Math.abs(subject.truth(0, 300).rr - 12)).toBeLessThan(0.5);
    const full = rises.map((time, at) => time + 0.25 * (lengths[at] ?? mean));
    const rate = (timeS: number): number =>
      subject.phase(timeS + 0.05) - subject.phase(timeS - 0.05);
    const empty = rises.map((time, at) => time + 0.75 * (lengths[at] ?? mean));
    const total = (times: readonly number[]): number =>
      times.reduce((sum, time) => sum + rate(time), 0);
    expect(total(full)).toBeGreaterThan(1.02 * total(empty));
  });

  it('refuses implausible options, naming them', () => {
    expect(() => createSubject({ bpm: 5 })).toThrow(/bpm must be 20 to 250/);
    expect(() => createSubject({ breaths: Number.NaN })).toThrow(/breaths/);
    expect(() => createSubject({ bpm: 200, sdnn: 300 })).toThrow(/sdnn is too large/);
    const course = { kind: 'ramp', by: -50, overS: 30 } as const;
    expect(() => createSubject({ bpm: 60, course })).toThrow(/least bpm of the course must be 20/);
    expect(() => createSubject({ course: { ...course, overS: 0 } })).toThrow(/overS must be/);
    expect(() => createSubject({ course, periodS: 30 })).toThrow(/has no period/);
    expect(() => createSubject({ breathSpread: 1 })).toThrow(/breathSpread/);
  });
});

describe('Beat statistics', () => {
  it('match a series worked out by hand', () => {
    // Intervals 800, 900, 800, 900 ms.
    const { hr, sdnn, rmssd } = beatStatistics(Float64Array.of(1, 1.8, 2.7, 3.5, 4.4));
    expect(hr).toBeCloseTo(60 / 0.85, 9);
    expect(sdnn).toBeCloseTo(Math.sqrt((4 * 50 ** 2) / 3), 6);
    expect(rmssd).toBeCloseTo(100, 6);
  });

  it('are NaN with too few beats', () => {
    expect(beatStatistics(new Float64Array(0)).hr).toBeNaN();
    expect(beatStatistics(Float64Array.of(1)).hr).toBeNaN();
    expect(beatStatistics(Float64Array.of(1, 2)).sdnn).toBeNaN();
    expect(beatStatistics(Float64Array.of(1, 2)).rmssd).toBeNaN();
  });
});
