// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries } from '@perfuse/contract/payload/chunk';
import { isSignalInvalid, SNR_CODES } from '@perfuse/contract/results/signal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalsOf } from '../beats/intervals.ts';
import { irregularBeats } from '../beats/irregular.ts';
import type { BeatFault } from '../beats/rhythm.ts';
import { steadyPath } from '../pulse/path.ts';
import { onlyFrames } from '../testing/alter.ts';
import { film, movingFilm, randomStream, recoloured, type FakePerson } from '../testing/person.ts';
import { analyse } from './analyse.ts';
import { acceptedChannels, type Findings } from './channels.ts';
import type { Analysis } from './types.ts';

const value = (analysis: Analysis, code: 'HR_BPM' | 'BR_BPM' | 'HRV_SDNN'): number | null =>
  analysis.channels[code]?.value ?? null;
const heartRate = (analysis: Analysis): number => value(analysis, 'HR_BPM') ?? Number.NaN;

/** Mean rate of the beats of a film, per minute. */
function trueRate(beatsMs: readonly number[]): number {
  return (60_000 * (beatsMs.length - 1)) / ((beatsMs.at(-1) ?? 0) - (beatsMs[0] ?? 0));
}

function trueSdnn(beatsMs: readonly number[]): number {
  const ms = beatsMs.slice(1).map((beat, k) => beat - (beatsMs[k] ?? 0));
  const mean = ms.reduce((sum, one) => sum + one, 0) / ms.length;
  return Math.sqrt(ms.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (ms.length - 1));
}

/** Root mean square of the differences from each interval to the next, ms. */
function trueRmssd(beatsMs: readonly number[]): number {
  const bends = beatsMs
    .slice(2)
    .map((beat, k) => beat - 2 * (beatsMs[k + 1] ?? 0) + (beatsMs[k] ?? 0));
  return Math.sqrt(bends.reduce((sum, one) => sum + one ** 2, 0) / bends.length);
}

const people = fc.record({
  heartRate: fc.integer({ min: 45, max: 160 }),
  breathing: fc.integer({ min: 10, max: 22 }),
  seed: fc.integer({ min: 1, max: 1e6 }),
  polarity: fc.constantFrom(1 as const, -1 as const),
});

describe('an analysis', () => {
  it('reads the heart rate of any person within half a beat a minute', () => {
    fc.assert(
      fc.property(people, (person) => {
        const { frames, beatsMs } = film(person);
        const analysis = analyse(frames);
        expect(Math.abs(heartRate(analysis) - trueRate(beatsMs))).toBeLessThan(0.5);
        expect(analysis.snrDb).toBeGreaterThan(3);
        expect(analysis.stars).toBeGreaterThan(1);
      }),
      { numRuns: 25 },
    );
  });

  it('measures beats, variability and breathing close to the truth', () => {
    const { frames, beatsMs } = film({ heartRate: 68, breathing: 14, sinusArrhythmia: 0.06 });
    const analysis = analyse(frames, { evidence: true });
    expect(Math.abs((value(analysis, 'HRV_SDNN') ?? 0) - trueSdnn(beatsMs))).toBeLessThan(6);
    expect(Math.abs((analysis.rmssd?.value ?? 0) - trueRmssd(beatsMs))).toBeLessThan(10);
    expect(Math.abs((value(analysis, 'BR_BPM') ?? 0) - 14)).toBeLessThan(1);
    expect(analysis.channels.IHB_COUNT?.value).toBe(0);
    expect(analysis.channels.MSI?.kind).toBe('measured');
    const found = analysis.evidence?.beatsMs ?? [];
    // A constant lag between the steepest slope and the start of a beat does not matter; its scatter does.
    const lags = [...found].map((beat) =>
      beatsMs.reduce(
        (best, one) => (Math.abs(beat - one) < Math.abs(best) ? beat - one : best),
        1e9,
      ),
    );
    const middle = [...lags].sort((a, b) => a - b)[lags.length >> 1] ?? 0;
    const inner = lags.slice(1, -1).map((lag) => Math.abs(lag - middle));
    expect(Math.max(...inner)).toBeLessThan(40);
    expect(inner.reduce((sum, lag) => sum + lag, 0) / inner.length).toBeLessThan(12);
  });

  it('counts no irregular beat of a regular heart, neither at the ends nor next to a gap', () => {
    const hearts: FakePerson[] = [
      { seed: 134, heartRate: 88, breathing: 18, sinusArrhythmia: 0.036, noise: 0.11 },
      { seed: 17, heartRate: 79, breathing: 19, sinusArrhythmia: 0.028, noise: 0.155 },
      ...Array.from({ length: 40 }, (_, at) => ({ seed: at + 1, heartRate: 52 + 2 * at })),
    ];
    const counts = hearts.flatMap((heart) => {
      const { frames } = film({ sinusArrhythmia: 0.03, noise: 0.1, ...heart, pulse: 0.004 });
      const from = 12_000 + 173 * ((heart.seed ?? 0) % 8);
      const holed = onlyFrames(frames, (_, ms) => ms < from || ms > from + 1000);
      return [frames, holed].map((one) => analyse(one).channels.IHB_COUNT?.value ?? null);
    });
    expect(counts.filter((count) => count !== null).length).toBeGreaterThan(70);
    expect(counts.filter((count) => count !== null && count > 0)).toEqual([]);
  });

  it('does not mistake a rhythm of missing frames for breathing', () => {
    const { frames } = film({ durationS: 40, breathing: 19, sinusArrhythmia: 0.03, seed: 2 });
    const holed = onlyFrames(frames, (_, ms) => (ms / 1000) % 6 > 2.5);
    expect(analyse(holed).channels).toMatchObject({
      HR_BPM: { value: expect.any(Number) as unknown },
      BR_BPM: { value: null, reason: 'too-short' },
    });
  });

  it('reports the range of a changing heart rate in addition to its mean', () => {
    const { HR_BPM } = analyse(movingFilm(91, 120, { noise: 0.1 })).channels;
    expect(Math.abs((HR_BPM?.value ?? 0) - 105.5)).toBeLessThan(0.7);
    expect(Math.abs((HR_BPM?.range?.low ?? 0) - 91)).toBeLessThan(6);
    expect(Math.abs((HR_BPM?.range?.high ?? 0) - 120)).toBeLessThan(6);
    expect(analyse(film({ heartRate: 72 }).frames).channels.HR_BPM?.range).toBeUndefined();
  });

  it('states a deviation with every heart rate, larger for a weak pulse or a short film', () => {
    const deviation = (person: FakePerson): number =>
      analyse(film(person).frames).channels.HR_BPM?.uncertainty ?? Number.NaN;
    const clear = deviation({});
    expect(clear).toBeGreaterThan(0.1);
    expect(clear).toBeLessThan(0.6);
    expect(deviation({ pulse: 0.002, noise: 0.15 })).toBeGreaterThan(clear);
    expect(deviation({ durationS: 12 })).toBeGreaterThan(1.5 * clear);
  });

  it('gives the same bytes for the same frames', () => {
    const { frames } = film({ light: 0.01, motion: 0.002 });
    const once = JSON.stringify(analyse(frames, { evidence: true }));
    analyse(film({ heartRate: 120 }).frames);
    expect(JSON.stringify(analyse(frames, { evidence: true }))).toBe(once);
  });
});

describe('the heart rate stays the same', () => {
  const { frames, beatsMs } = film({ heartRate: 83, light: 0.01, lightHz: 0.9, motion: 0.002 });
  const before = analyse(frames);
  const unchanged = (changed: FrameSeries, tolerance = 0.1): void => {
    const after = analyse(changed);
    expect(Math.abs(heartRate(after) - heartRate(before))).toBeLessThan(tolerance);
    expect(Math.abs(heartRate(after) - trueRate(beatsMs))).toBeLessThan(0.6);
  };

  it('when the picture is brighter or darker', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.2, max: 1.6, noNaN: true }), (scale) => {
        unchanged(recoloured(frames, (colour) => colour * scale));
      }),
      { numRuns: 8 },
    );
  });

  it('whatever time the clock of the camera starts at', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 41 }), (start) => {
        unchanged({ ...frames, timeMs: frames.timeMs.map((ms) => ms + start) });
      }),
      { numRuns: 8 },
    );
  });

  it('when frames are lost', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const random = randomStream(seed);
        const kept = Array.from(frames.timeMs, () => random.uniform() > 0.15);
        unchanged(
          onlyFrames(frames, (frame) => kept[frame] === true),
          0.3,
        );
      }),
      { numRuns: 8 },
    );
  });

  it('when the sensor is noisier', () => {
    const random = randomStream(11);
    unchanged(
      recoloured(frames, (colour) => colour + 0.1 * random.normal()),
      0.5,
    );
  });

  it('when the face is missing for a second', () => {
    unchanged(
      onlyFrames(frames, (_, ms) => ms < 14_000 || ms > 15_000),
      0.5,
    );
  });

  it('whatever order the regions are given in', () => {
    const { skin } = frames.regions;
    if (skin === undefined) throw new Error('no skin');
    const forwards = { forehead: skin, leftCheek: skin, rightCheek: skin };
    const backwards = { rightCheek: skin, leftCheek: skin, forehead: skin };
    expect(analyse({ ...frames, regions: backwards })).toEqual(
      analyse({ ...frames, regions: forwards }),
    );
  });

  it('when the camera runs at 15, 24, 50 or 60 frames a second', () => {
    for (const fps of [15, 24, 50, 60]) {
      const other = film({ heartRate: 83, fps });
      expect(Math.abs(heartRate(analyse(other.frames)) - trueRate(other.beatsMs))).toBeLessThan(
        0.6,
      );
    }
  });
});

describe('beat-by-beat values', () => {
  const timesS = Float64Array.from({ length: 36 }, (_, k) => 0.8 * k + 0.03 * Math.sin(k));
  const intervals = intervalsOf(timesS);
  const findings = {
    ...{
      source: 'pos',
      f0: 1.25,
      phase: { hz: 1.25, by: 'phase', slipHz: 0 },
      snrDb: 8,
      shownDb: 11,
      deviation: 0.3,
    },
    path: steadyPath(1.25, 900),
    fps: 30,
    rhythm: {
      beats: { timesS },
      intervals,
      polarity: 1,
      rate: 75,
      timed: true,
      fault: null,
      irregular: irregularBeats(intervals.ms),
      countFault: null,
    },
    hrv: {
      intervalsMs: intervals.ms,
      sdnn: { value: 60, deviation: 15 },
      rmssd: { value: 40, deviation: 10 },
    },
    breathing: { rate: 15, source: 'riav', quality: 1, uncertainty: 1, fault: null, peaks: [] },
  } as const satisfies Findings;
  const withFault = (fault: BeatFault): Findings => ({
    ...findings,
    rhythm: { ...findings.rhythm, fault, countFault: fault },
  });
  const missing = (reason: string) => ({ value: null, kind: 'missing', source: '', reason });

  it('are given when they are certain enough', () => {
    expect(acceptedChannels(findings)).toMatchObject({
      HRV_SDNN: { value: 60, uncertainty: 15 },
      MSI: { kind: 'measured' },
      IHB_COUNT: { value: 0 },
    });
  });

  it.each(['low-signal', 'unsteady-beats', 'too-few-beats'] as const)(
    'have no count of irregular beats where beats cannot be timed: %s',
    (fault) => {
      expect(acceptedChannels(withFault(fault)).IHB_COUNT).toEqual(missing(fault));
    },
  );

  it('have no variability and no stress for a heart whose beats scatter', () => {
    const { HRV_SDNN, MSI } = acceptedChannels(withFault('unsteady-beats'));
    expect([HRV_SDNN, MSI]).toEqual([missing('unsteady-beats'), missing('unsteady-beats')]);
  });

  it('have no variability and no stress with an uncertainty of more than 15 ms', () => {
    const hrv = { ...findings.hrv, sdnn: { value: 60, deviation: 15.1 } };
    const { HRV_SDNN, MSI } = acceptedChannels({ ...findings, hrv });
    expect([HRV_SDNN, MSI]).toEqual([missing('low-signal'), missing('low-signal')]);
  });

  it('are missing below 15 frames a second, RMSSD too; the heart rate is not', () => {
    const late = missing('low-frame-rate');
    const none = { HRV_SDNN: late, MSI: late, IHB_COUNT: late };
    expect(acceptedChannels({ ...findings, fps: 14.9 })).toMatchObject(none);
    expect(acceptedChannels({ ...findings, fps: 15 }).HRV_SDNN.value).toBe(60);
    const slow = analyse(film({ fps: 12 }).frames);
    expect(slow.channels).toMatchObject({ ...none, HR_BPM: { kind: 'measured' } });
    expect(slow.rmssd).toBeNull();
  });
});

describe('chunk by chunk', () => {
  const { frames, beatsMs } = film({ heartRate: 71, sinusArrhythmia: 0.06 });
  const upTo = (seconds: number): Analysis =>
    analyse(onlyFrames(frames, (_, ms) => ms < seconds * 1000));

  it('the first five seconds are too short for any value', () => {
    const { channels, snrDb, stars } = upTo(5);
    for (const code of ['HR_BPM', 'BR_BPM', 'HRV_SDNN', 'IHB_COUNT', 'MSI', 'SNR'] as const) {
      expect(channels[code]).toMatchObject({ value: null, kind: 'missing', reason: 'too-short' });
    }
    expect(isSignalInvalid(snrDb)).toBe(true);
    expect(stars).toBe(0);
  });

  it('ten seconds give a heart rate, thirty also breathing and variability', () => {
    for (const seconds of [10, 15, 20, 25, 30]) {
      expect(Math.abs(heartRate(upTo(seconds)) - trueRate(beatsMs))).toBeLessThan(2);
    }
    expect(value(upTo(10), 'BR_BPM')).toBeNull();
    expect(value(upTo(10), 'HRV_SDNN')).toBeNull();
    expect(value(upTo(30), 'BR_BPM')).not.toBeNull();
    expect(value(upTo(30), 'HRV_SDNN')).not.toBeNull();
  });

  it('the previously shown rate does not affect a clear one', () => {
    expect(analyse(frames, { previousHeartRate: 142 })).toEqual(analyse(frames));
  });
});

describe('a weak pulse', () => {
  it('is given rightly or not at all, with a signal that does not mean refused', () => {
    const given = [0.0004, 0.0006].flatMap((pulse) =>
      Array.from({ length: 12 }, (_, k) => ({ heartRate: 77 + 3 * k, seed: k + 10 }))
        .map((person) => ({
          person,
          result: analyse(film({ ...person, pulse, noise: 0.2 }).frames),
        }))
        .filter(({ result }) => value(result, 'HR_BPM') !== null),
    );
    expect(given.length).toBeGreaterThan(5);
    for (const { person, result } of given) {
      expect(Math.abs(heartRate(result) - person.heartRate)).toBeLessThan(2);
    }
    expect(Math.min(...given.map(({ result }) => result.snrDb))).toBe(0);
  });
});

describe('a live recording', () => {
  it('of a weak pulse has a low but valid SNR, and still no heart rate', () => {
    const weak = film({ heartRate: 66, pulse: 0.0012, noise: 0.2, durationS: 12 }).frames;
    const final = analyse(weak);
    const live = analyse(weak, { live: true });
    expect(final.snrDb).toBe(-100);
    expect(isSignalInvalid(live.snrDb)).toBe(false);
    expect(live.snrDb).toBeLessThan(0);
    expect(live.stars).toBe(0);
    expect(live.channels.HR_BPM).toEqual(final.channels.HR_BPM);
  });
});

describe('a refusal', () => {
  const refused = (frames: FrameSeries): Analysis['channels'] => {
    const { channels, snrDb, stars, rmssd } = analyse(frames);
    expect(channels.HR_BPM).toMatchObject({ value: null, kind: 'missing' });
    expect(isSignalInvalid(snrDb)).toBe(true);
    expect(stars).toBe(0);
    expect(rmssd).toBeNull();
    return channels;
  };

  it('is given to every face without a pulse: an SNR code and no heart rate', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.double({ min: 0.02, max: 0.5, noNaN: true }),
        fc.double({ min: 0, max: 0.02, noNaN: true }),
        (seed, noise, light) => {
          const channels = refused(film({ pulse: 0, seed, noise, light, lightHz: 1.1 }).frames);
          expect([SNR_CODES.noSignal, SNR_CODES.notAlive]).toContain(channels.SNR?.value);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('is given to constant colours', () => {
    refused(recoloured(film().frames, () => 120));
  });

  it('is given to broken frames, and nothing throws', () => {
    const { frames } = film();
    for (const keep of [0, 1, 2, 3, 5]) refused(onlyFrames(frames, (i) => i < keep));
    refused({ ...frames, regions: {} });
    for (const rubbish of [Number.NaN, 0, -5, Number.POSITIVE_INFINITY]) {
      refused(recoloured(frames, () => rubbish));
    }
    refused({ ...frames, timeMs: frames.timeMs.map((ms) => ms * 1000) });
    refused({ ...frames, timeMs: frames.timeMs.map(() => 5) });
    refused({ ...frames, timeMs: frames.timeMs.map(() => Number.NaN) });
  });

  it('names the reason', () => {
    const { frames } = film();
    const none = frames.face.confidence.map(() => 0);
    const faceless = { ...frames, face: { ...frames.face, confidence: none } };
    expect(refused(faceless).HR_BPM?.reason).toBe('no-face');
    expect(refused(film({ fps: 5 }).frames).HR_BPM?.reason).toBe('low-frame-rate');
  });

  it('has a finite SNR for colours and times of any kind', () => {
    const anything = fc.float();
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anything, anything, anything, fc.integer({ min: -50, max: 400 })), {
          minLength: 0,
          maxLength: 400,
        }),
        (rows) => {
          let time = 0;
          const column = (c: 0 | 1 | 2): Float32Array => Float32Array.from(rows, (row) => row[c]);
          const [x, y, z] = [column(0), column(1), column(2)];
          const analysis = analyse({
            timeMs: Float64Array.from(rows, (row) => (time += row[3])),
            face: { confidence: x, centreX: y, centreY: z, width: x, yaw: y, pitch: z, roll: x },
            background: { red: z, green: y, blue: x },
            regions: { skin: { red: x, green: y, blue: z, pixels: x, clipped: y, texture: z } },
          });
          expect(Number.isFinite(analysis.snrDb)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});
