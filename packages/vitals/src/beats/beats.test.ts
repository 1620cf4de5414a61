// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandPass } from '../signal/butterworth.ts';
import { randomStream } from '../testing/person.ts';
import { detectBeats } from './detect.ts';
import { intervalsOf } from './intervals.ts';
import { irregularBeats } from './irregular.ts';
import { rhythmOf } from './rhythm.ts';
import { mentalStressIndex, stressIndex } from './stress.ts';
import { meanRate, missesBeats, rmssd, sdnn } from './variability.ts';

const NOTHING = new Float64Array(0);

/** A pulse wave with a beat at each time: 30 samples/s, as long as the beats. */
function waveOf(beatsS: readonly number[], noise = 0): Float64Array {
  const random = randomStream(5);
  const length = Math.floor((beatsS.at(-1) ?? 0) * 30);
  let k = 0;
  return Float64Array.from({ length }, (_, i) => {
    const s = i / 30;
    while (k + 2 < beatsS.length && (beatsS[k + 1] ?? 0) <= s) k++;
    const from = beatsS[k] ?? 0;
    const angle = (2 * Math.PI * (s - from)) / ((beatsS[k + 1] ?? 0) - from);
    return Math.sin(angle) + 0.35 * Math.sin(2 * angle) + noise * random.normal();
  });
}

function beatTimes(intervalsMs: readonly number[]): number[] {
  let at = 0;
  return [0, ...intervalsMs.map((ms) => (at += ms / 1000))];
}

const intervals = fc.array(fc.integer({ min: 780, max: 860 }), { minLength: 24, maxLength: 40 });

describe('beats', () => {
  it('are found at the steepest upslope within a fiftieth of a second', () => {
    fc.assert(
      fc.property(intervals, (ms) => {
        const truth = beatTimes(ms);
        const { timesS } = detectBeats(waveOf(truth), 30, 1.22);
        const inner = truth.slice(2, -2);
        for (const beat of inner) {
          const nearest = Math.min(...timesS.map((time) => Math.abs(time - beat)));
          expect(nearest).toBeLessThan(0.02);
        }
        expect(timesS.length).toBeGreaterThanOrEqual(inner.length);
        expect(timesS.length).toBeLessThanOrEqual(truth.length);
      }),
      { numRuns: 30 },
    );
  });

  it('do not depend on the amplitude of the wave', () => {
    const wave = waveOf(beatTimes(Array.from({ length: 30 }, (_, i) => 800 + 30 * Math.sin(i))));
    const small = detectBeats(
      wave.map((x) => x * 1e-3),
      30,
      1.25,
    );
    detectBeats(wave, 30, 1.25).timesS.forEach((time, k) => {
      expect(small.timesS[k]).toBeCloseTo(time, 9);
    });
  });

  it('are not found in a flat line', () => {
    expect(detectBeats(new Float64Array(900), 30, 1.2).timesS).toHaveLength(0);
  });

  it('are not found in a long pause with a ripple of an eleventh of their height', () => {
    const [pauseS, lengthS] = [4, 10];
    const wave = Float64Array.from({ length: 30 * lengthS }, (_, i) => {
      const s = i / 30;
      const isPause = s >= pauseS && s < pauseS + 1.6;
      return (isPause ? 0.09 : 1) * Math.sin(2 * Math.PI * 1.25 * s);
    });
    const { timesS } = detectBeats(wave, 30, 1.25);
    const within = timesS.filter((time) => time > pauseS + 0.4 && time < pauseS + 1.2);
    expect(within).toHaveLength(0);
    expect(timesS.length).toBeGreaterThan(8);
  });

  it('are taken from the inverted wave where only those can be timed', () => {
    const truth = beatTimes(Array.from({ length: 34 }, (_, i) => 850 + 35 * Math.sin(i * 1.7)));
    const wave = bandPass(waveOf(truth, 0.5), 30, 0.7, 3.4);
    const input = { wave, rate: 30, f0: 1.176, snrDb: 8, frameMs: NOTHING };
    const upright = rhythmOf(input);
    const turned = rhythmOf({ ...input, wave: wave.map((x) => -x) });
    expect(upright.polarity).toBe(1);
    expect(turned.polarity).toBe(-1);
    expect([...turned.beats.timesS]).toEqual([...upright.beats.timesS]);
  });

  it('give no variability below 5 dB, with fewer than 20 intervals or when they scatter', () => {
    const steady = waveOf(beatTimes(Array.from({ length: 30 }, () => 820)));
    const input = { wave: steady, rate: 30, f0: 1000 / 820, snrDb: 8, frameMs: NOTHING };
    expect(rhythmOf(input).fault).toBeNull();
    expect(rhythmOf({ ...input, snrDb: 4.9 }).fault).toBe('low-signal');
    expect(rhythmOf({ ...input, wave: steady.subarray(0, 400) }).fault).toBe('too-few-beats');
    const random = randomStream(3);
    const scatter = waveOf(
      beatTimes(Array.from({ length: 30 }, () => 500 + 700 * random.uniform())),
    );
    expect(rhythmOf({ ...input, wave: scatter }).fault).toBe('unsteady-beats');
  });

  it('give no interval across missing frames', () => {
    const wave = waveOf(beatTimes(Array.from({ length: 34 }, () => 800)));
    const frames = Float64Array.from(wave.keys(), (i) => (1000 * i) / 30);
    const [lostMs, backMs] = [10_200, 10_600];
    const { beats, intervals } = rhythmOf({
      wave,
      rate: 30,
      f0: 1.25,
      snrDb: 8,
      frameMs: frames.filter((ms) => ms <= lostMs || ms >= backMs),
    });
    const isOver = (k: number): boolean =>
      1000 * (beats.timesS[k] ?? 0) < backMs && 1000 * (beats.timesS[k + 1] ?? 0) > lostMs;
    expect(intervals.accepted).toEqual(intervals.accepted.map((_, k) => (isOver(k) ? 0 : 1)));
    expect(intervals.accepted).toContain(0);
  });

  it('give a count of premature ones of an otherwise steady heart, but no variability', () => {
    const ms = Array.from(
      { length: 34 },
      (_, k) => [[550, 1150], [800]][k % 11 === 5 ? 0 : 1] ?? [],
    );
    const wave = waveOf(beatTimes(ms.flat()));
    const input = { wave, rate: 30, f0: 1.25, snrDb: 8, frameMs: NOTHING };
    const { fault, countFault, irregular } = rhythmOf(input);
    expect([fault, countFault, irregular.events]).toEqual(['unsteady-beats', null, 3]);
    const at = (snrDb: number, wander = 0) => {
      const wandering = ms.flat().map((one, k) => one + (k % 2 === 0 ? wander : -wander));
      return rhythmOf({ ...input, wave: waveOf(beatTimes(wandering)), snrDb }).countFault;
    };
    expect([at(5), at(2), at(1.9)]).toEqual([null, null, 'low-signal']);
    // The surrounding beats are uneven.
    expect([at(5, 35), at(4.9, 35)]).toEqual([null, 'low-signal']);
  });

  it('are not counted as premature where more than a fifth would be: they are misread', () => {
    const ms = Array.from({ length: 9 }, () => [550, 1150, 800, 800]).flat();
    const input = { wave: waveOf(beatTimes(ms)), rate: 30, f0: 1.25, snrDb: 8, frameMs: NOTHING };
    expect(rhythmOf(input).countFault).toBe('unsteady-beats');
  });

  it('are not clear within half a second of the start, where filters create false ones', () => {
    const wave = waveOf(beatTimes(Array.from({ length: 30 }, () => 800))).subarray(15);
    const input = { wave, rate: 30, f0: 1.25, snrDb: 8, frameMs: NOTHING };
    const { beats, intervals } = rhythmOf(input);
    expect(beats.timesS[0]).toBeLessThan(0.5);
    expect([...intervals.clear.subarray(0, 3)]).toEqual([0, 1, 1]);
  });

  it('give no variability when their rate differs by more than 4 a minute from the spectrum', () => {
    const wave = waveOf(beatTimes(Array.from({ length: 30 }, () => 800)));
    const against = (perMinute: number) =>
      rhythmOf({ wave, rate: 30, f0: perMinute / 60, snrDb: 8, frameMs: NOTHING }).fault;
    expect([71.5, 78.5].map(against)).toEqual([null, null]);
    expect([70.5, 79.5].map(against)).toEqual(['unsteady-beats', 'unsteady-beats']);
  });
});

describe('intervals', () => {
  it('reject a missed beat and never bridge it', () => {
    const times = Float64Array.from(beatTimes([800, 810, 795, 1600, 805, 800, 790, 810]));
    const found = intervalsOf(times);
    expect([...found.accepted]).toEqual([1, 1, 1, 0, 1, 1, 1, 1]);
    expect(found.acceptedShare).toBeCloseTo(7 / 8, 9);
    const pairs = [10, 15, 5, 10, 20];
    const expected = Math.sqrt(pairs.reduce((sum, one) => sum + one * one, 0) / pairs.length);
    expect(rmssd(found)).toBeCloseTo(expected, 6);
  });

  it.each([
    [299, 0],
    [301, 1],
    [1999, 1],
    [2001, 0],
  ])('of %i ms each have an accepted share of %i', (ms, share) => {
    const times = Float64Array.from(beatTimes(Array.from({ length: 10 }, () => ms)));
    expect(intervalsOf(times).acceptedShare).toBe(share);
  });

  it('give the rate despite a missed beat, and report that it was missed', () => {
    const of = (ms: readonly number[]) => intervalsOf(Float64Array.from(beatTimes(ms)));
    const missed = of([800, 800, 1600, 800, 800]);
    expect(meanRate(missed)).toBeCloseTo(75, 9);
    expect(missesBeats(missed)).toBe(true);
    expect(missesBeats(of([800, 810, 790, 800, 805]))).toBe(false);
  });

  it('are rejected when they were not measured throughout', () => {
    const times = Float64Array.from(beatTimes([800, 810, 795, 805, 800]));
    const found = intervalsOf(times, (from, to) => !(from < 2 && to > 2));
    expect([...found.clear]).toEqual([1, 1, 0, 1, 1]);
    expect([...found.accepted]).toEqual([1, 1, 0, 1, 1]);
  });

  it('of a heart that varies by less than a tenth are all accepted', () => {
    fc.assert(
      fc.property(intervals, (ms) => {
        const found = intervalsOf(Float64Array.from(beatTimes(ms)));
        expect(found.acceptedShare).toBe(1);
        const mean = ms.reduce((sum, one) => sum + one, 0) / ms.length;
        expect(meanRate(found)).toBeCloseTo(60_000 / mean, 6);
      }),
    );
  });

  it('are empty without beats', () => {
    const none = intervalsOf(NOTHING);
    expect(none.ms).toHaveLength(0);
    expect(none.acceptedShare).toBe(0);
    expect(meanRate(none)).toBeNaN();
    expect(sdnn(none)).toBeNaN();
    expect(rmssd(none)).toBeNaN();
  });
});

describe('variability', () => {
  const NN = [
    870, 905, 840, 880, 930, 895, 860, 845, 910, 925, 880, 865, 850, 890, 915, 900, 872, 858, 884,
    899, 921, 846, 867, 893,
  ];

  it('is the sample deviation of the intervals', () => {
    expect(sdnn(intervalsOf(Float64Array.from(beatTimes(NN))))).toBeCloseTo(26.6077, 3);
  });

  it('gives the stress index on the scale of one to six', () => {
    const si = stressIndex(Float64Array.from(NN));
    expect(si).toBeCloseTo(370.37, 1);
    expect(mentalStressIndex(si ?? 0)).toBeCloseTo(3.62963, 4);
    expect([0, 25, 50, 150, 500, 900, 1500].map(mentalStressIndex)).toEqual([
      1, 1.5, 2, 3, 4, 5, 6,
    ]);
    expect(mentalStressIndex(1e6)).toBe(6);
  });

  it('gives no stress index for few intervals or for a range within timing noise', () => {
    expect(stressIndex(Float64Array.from(NN.slice(0, 19)))).toBeNull();
    expect(stressIndex(Float64Array.from({ length: 24 }, (_, i) => 700 + (i % 2) * 14))).toBeNull();
  });

  it('never leaves the stress scale', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 300, max: 2000 }), { minLength: 20, maxLength: 60 }),
        (ms) => {
          const si = stressIndex(Float64Array.from(ms));
          if (si === null) return;
          expect(mentalStressIndex(si)).toBeGreaterThanOrEqual(1);
          expect(mentalStressIndex(si)).toBeLessThanOrEqual(6);
        },
      ),
    );
  });
});

describe('irregular beats', () => {
  it.each([
    [
      'a premature beat and its pause are one',
      [800, 810, 560, 1050, 800, 805, 795, 800, 810, 790],
      1,
    ],
    ['a lone pause is one', [800, 805, 1230, 800, 795, 805, 810, 790, 800, 800], 1],
    ['a beat found twice is none', [800, 810, 790, 430, 380, 805, 800, 795, 810, 800], 0],
    [
      'a premature beat with another beat in its pause is one',
      [720, 478, 512, 417, 749, 737, 741],
      1,
    ],
    ['two premature beats are two', [800, 805, 560, 560, 800, 810, 795, 800, 805, 800], 2],
    ['a pause and a premature beat after it are one', [800, 805, 1050, 560, 800, 810, 795, 800], 1],
    ['a beat that comes 22 % early is none', [800, 805, 624, 800, 795, 800, 805, 800], 0],
    ['a beat that comes 28 % early is one', [800, 805, 576, 800, 795, 800, 805, 800], 1],
    ['two normal intervals that are a little short are none', [800, 690, 700, 800, 805, 795], 0],
    ['an even rhythm has none', [800, 820, 780, 810, 790, 805, 795, 815, 785, 800], 0],
    [
      'three premature beats are three',
      [
        800, 590, 1010, 800, 590, 1015, 800, 805, 590, 1000, 800, 795, 805, 800, 790, 810, 800, 795,
        805, 800,
      ],
      3,
    ],
  ])('%s', (_, ms, events) => {
    expect(irregularBeats(ms).events).toBe(events);
  });

  it('are marked with the pauses that belong to them', () => {
    const { irregular } = irregularBeats([800, 810, 560, 1050, 800, 805, 795, 1230, 810, 790]);
    expect([...irregular]).toEqual([0, 0, 1, 1, 0, 0, 0, 1, 0, 0]);
  });

  it('are detected by the mean of the usual intervals, not of all', () => {
    const { referenceMs } = irregularBeats([800, 820, 780, 810, 790, 1600, 800, 805, 795, 800]);
    expect(referenceMs).toBeCloseTo(800, 9);
  });

  it('are not credible when more than a fifth are flagged, nor without intervals', () => {
    expect(irregularBeats([800, 400, 1200, 800, 400, 1200, 800]).credible).toBe(false);
    expect(irregularBeats([]).credible).toBe(false);
    const paused = (pauses: number, regular: number): number[] => [
      ...Array.from({ length: pauses }, () => 1200),
      ...Array.from({ length: regular }, () => 800),
    ];
    expect(irregularBeats(paused(20, 80)).credible).toBe(true);
    expect(irregularBeats(paused(21, 79)).credible).toBe(false);
  });
});
