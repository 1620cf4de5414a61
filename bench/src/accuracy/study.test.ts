// SPDX-License-Identifier: Apache-2.0
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { studySessionSchema, type SensorSample } from '@perfuse/contract/study/session-file';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beatsOf, referenceOf } from './recordings/study-reference.ts';
import type { AccuracyReport, StudySummary } from './report.ts';
import { runAccuracy } from './run.ts';
import { studyPage } from './study-page.ts';
import { differenceDeviation, shareOf, studentQuantile } from './study-summary.ts';
import { measured, session, strapSamples, type StrapOptions } from './study.test-support.ts';

/** Matches a number close to this one. */
const near = (value: number, digits: number): unknown => expect.closeTo(value, digits);

const beside = (
  strap: StrapOptions | null,
  change: (samples: SensorSample[]) => SensorSample[] = (samples) => samples,
) => {
  const measurement = measured({ bpm: 72, strap });
  const { sensor } = measurement;
  return referenceOf({
    ...measurement,
    sensor: sensor === null ? null : { ...sensor, samples: change([...sensor.samples]) },
  });
};

describe('the reference of a measurement', () => {
  it('is the mean of the intervals while the camera filmed', () => {
    const found = beside({ bpm: 72 });
    expect(found).toMatchObject({ fault: null, source: 'intervals', hr: near(72, 1) });
  });

  it('does not depend on the latency of the sensor at a steady heart rate', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 45, max: 180 }),
        fc.integer({ min: 0, max: 2500 }),
        (bpm, latencyMs) => {
          const found = beside({ bpm, latencyMs });
          expect(found).toMatchObject({ fault: null, hr: near(bpm, 0) });
        },
      ),
    );
  });

  it('states how much the latency matters where the rate changes', () => {
    const rising = beside({ bpm: 60, rise: 1 });
    if (rising.fault !== null) throw new Error(rising.fault);
    expect(rising.spread).toBeCloseTo(3, 0);
    const steady = beside({ bpm: 72 });
    if (steady.fault !== null) throw new Error(steady.fault);
    expect(steady.spread).toBeLessThan(0.2);
  });

  it('of a strap without intervals is the mean of its reported rates', () => {
    expect(beside({ bpm: 72, sendsIntervals: false })).toMatchObject({
      ...{ fault: null, source: 'rate', sdnn: null },
      hr: near(72, 6),
    });
  });

  it.each([
    ['none', 'no sensor', null, undefined],
    [
      'contact',
      'a loose strap',
      { bpm: 72 },
      (all: SensorSample[]) => all.map((one) => ({ ...one, contact: 'off' as const })),
    ],
    [
      'doubtful',
      'values that the sensor does not stand by',
      { bpm: 72 },
      (all: SensorSample[]) => all.map((one) => ({ ...one, isDoubtful: true })),
    ],
    [
      'gaps',
      'a strap lost for 10 s',
      { bpm: 72 },
      (all: SensorSample[]) => all.filter((_, at) => at < 20 || at > 30),
    ],
    [
      'gaps',
      'rates lost for 10 s',
      { bpm: 72, sendsIntervals: false },
      (all: SensorSample[]) => all.filter((_, at) => at < 20 || at > 30),
    ],
    [
      'artefacts',
      'beats that were missed',
      { bpm: 72 },
      (all: SensorSample[]) =>
        all.map((one, at) =>
          at % 4 === 0
            ? { ...one, intervalsMs: one.intervalsMs.map((ms) => 2.1 * ms) }
            : { ...one, intervalsMs: one.intervalsMs.map((ms) => 0.7 * ms) },
        ),
    ],
    [
      'clock',
      'intervals that are sent twice',
      { bpm: 72 },
      (all: SensorSample[]) =>
        all.map((one) => ({ ...one, intervalsMs: [...one.intervalsMs, ...one.intervalsMs] })),
    ],
  ])('has the fault "%s" for %s', (fault, _, strap, change) => {
    expect(beside(strap, change)).toEqual({ fault });
  });

  it('tolerates a strap that is lost for a moment', () => {
    const found = beside({ bpm: 72 }, (all) => all.filter((_, at) => at < 20 || at > 23));
    expect(found).toMatchObject({ fault: null, hr: near(72, 1) });
  });

  it('takes each beat once, in chronological order', () => {
    const beats = beatsOf(strapSamples({ bpm: 80 })) ?? [];
    for (const [at, beat] of beats.entries()) {
      const before = beats[at - 1];
      if (before !== undefined) expect(beat.endMs - before.endMs).toBeCloseTo(beat.intervalMs, 6);
    }
    expect(beats.length).toBeGreaterThan(60);
  });
});

describe('the statistics of a study', () => {
  it('add the variances between and within people', () => {
    // Three people, twice each: means 1, 3 and 5, each person ± 1. Between: 8, within: 2 a person of n - 1 = 1 each.
    const people = [
      [0, 2],
      [2, 4],
      [4, 6],
    ];
    // MS between 8, MS within 2, n0 = 2: (8 - 2) / 2 + 2 = 5.
    expect(differenceDeviation(people)).toBeCloseTo(Math.sqrt(5), 12);
    expect(differenceDeviation([[1], [3], [5]])).toBeCloseTo(2, 12);
    expect(differenceDeviation([[1, 3, 5]])).toBeCloseTo(2, 12);
  });

  it('give the Wilson interval of a proportion', () => {
    expect(shareOf(0, 10)).toMatchObject({ from: 0, to: near(0.2775, 3) });
    expect(shareOf(81, 263)).toMatchObject({
      from: near(0.2553, 3),
      to: near(0.3662, 3),
    });
    expect(shareOf(0, 0)).toMatchObject({ from: null, to: null });
  });

  it.each([
    [3, 3.182],
    [4, 2.776],
    [9, 2.262],
    [29, 2.045],
    [199, 1.972],
  ])("give Student's t quantile for %i degrees of freedom", (degrees, quantile) => {
    expect(Math.abs(studentQuantile(degrees) / quantile - 1)).toBeLessThan(0.01);
  });
});

describe('a folder of sessions', () => {
  const directory = temporaryDirectory('study-test');
  afterAll(() => directory.remove());
  let report: AccuracyReport;
  let study: StudySummary;

  beforeAll(async () => {
    // Straps that report 5 more than the true rate: the camera, which is right, is 5 below them.
    const rates = [58, 66, 72, 88];
    const files = rates.map((bpm, at) =>
      session(`P-${String(at)}`, at < 2 ? 2 : 9, [
        measured({ bpm, seed: at + 1, strap: { bpm: bpm + 5 } }),
        measured({ bpm, seed: at + 11, strap: { bpm: bpm + 5 }, condition: 'talk' }),
      ]),
    );
    files.push(
      session('P-9', null, [
        measured({ bpm: 70, strap: { bpm: 70 }, amplitude: 0, end: 'refused', seed: 5 }),
        measured({ bpm: 70, strap: { bpm: 70 }, end: 'refused', failure: 'SNR_QUALITY' }),
        measured({ bpm: 70, strap: { bpm: 70 }, end: 'cancelled', failure: 'CANCELED' }),
        measured({ bpm: 70, strap: { bpm: 70 }, end: 'failed', failure: 'FACE_LOST' }),
        measured({ bpm: 70, strap: null, seed: 3 }),
      ]),
    );
    for (const file of files) {
      const text = JSON.stringify(studySessionSchema.parse(file));
      await writeFile(path.join(directory.path, `${file.participant}.json`), text);
    }
    const broken = { ...files[0], skinTone: 11 };
    await writeFile(path.join(directory.path, 'broken.json'), JSON.stringify(broken));
    // Exported before its end, and copied afterwards.
    const [one] = files;
    if (one === undefined) throw new Error('There is no session.');
    const early = { ...one, measurements: one.measurements.slice(0, 1) };
    for (const [name, copy] of Object.entries({ 'P-0 early': early, 'P-0 (1)': one })) {
      await writeFile(path.join(directory.path, `${name}.json`), JSON.stringify(copy));
    }
    report = await runAccuracy(directory.path);
    const { study: found } = report.summary;
    if (found === null) throw new Error('There is no study in the report.');
    study = found;
  });

  it('is read measurement by measurement, from the payloads', () => {
    const [first] = report.recordings;
    expect(first).toMatchObject({
      ...{ set: 'study', group: 'rest', seconds: near(30, 0) },
      hr: { value: near(58, 0), truth: near(63, 0) },
      study: { participant: 'P-0', skinTone: 2, source: 'intervals' },
    });
    expect(report.summary.failed).toContainEqual({
      name: 'broken.json',
      reason: 'skinTone: Too big: expected number to be <=10',
    });
  });

  it('counts a session once that is stored in several files', () => {
    const copies = report.summary.failed.filter(({ name }) => name.startsWith('P-0'));
    expect(copies.map(({ name }) => name)).toEqual(['P-0 early.json', 'P-0.json']);
    expect(copies[0]?.reason).toMatch(/^Skipped: another file of the same session/);
    expect(study.sessions).toBe(5);
  });

  it('shows a sensor that disagrees by 5 as a bias of 5', () => {
    const { all } = study;
    expect(all).toMatchObject({ people: 5, measurements: 11, compared: 8 });
    expect(all.bias).toBeCloseTo(-5, 0);
    expect(Math.abs((all.bias ?? 0) + 5)).toBeLessThan(0.3);
    expect(all.rmse).toBeCloseTo(5, 0);
    expect(all.biasFrom).toBeLessThan(all.bias ?? 0);
    expect(all.biasTo).toBeGreaterThan(all.bias ?? 0);
    expect(all.lowerLimit).toBeGreaterThan(-6);
    expect(all.within3.n).toBe(0);
  });

  it('counts refusals among the filmed measurements, and failed ones separately', () => {
    expect(study).toMatchObject({ sessions: 5, cancelled: 1, failed: 1, faults: { none: 1 } });
    expect(study.all.answered).toMatchObject({ n: 9, of: 11 });
  });

  it('is broken down by skin tone and by condition', () => {
    expect(study.byTone.map(({ tone, figures }) => [tone, figures.measurements])).toEqual([
      [2, 4],
      [9, 4],
      [null, 3],
    ]);
    expect(
      study.byCondition.map(({ condition, figures }) => [condition, figures.compared]),
    ).toEqual([
      ['rest', 4],
      ['talk', 4],
    ]);
  });

  it('is published as one page without scripts or external addresses', () => {
    const page = studyPage(report) ?? '';
    expect(page).toContain('5 people');
    expect(page).toContain('Monk 9');
    expect(page).toContain('Perfuse: 0.1.0.');
    expect(page).toContain('without serial numbers: Strap H1.');
    expect(page).toContain('Cameras: synthetic, 640 × 480, 30 a second.');
    expect(page).toContain('3 files are excluded from all figures: broken.json (skinTone: ');
    expect(page).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)|src=|url\(/);
    expect(page).not.toMatch(/NaN|undefined|null/);
  });

  it('has no page without a study', () => {
    const { summary } = report;
    expect(studyPage({ recordings: [], summary: { ...summary, study: null } })).toBeNull();
  });
});
