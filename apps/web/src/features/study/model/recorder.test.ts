// SPDX-License-Identifier: Apache-2.0
import {
  studyMeasurementSchema,
  studySessionSchema,
  type StudyMeasurement,
} from '@perfuse/contract/study/session-file';
import { describe, expect, it } from 'vitest';
import { Recorder } from './recorder.ts';
import { HEAD } from './session.test-support.ts';
import { endOf, nextIndex, progressOf, sessionFile } from './session.ts';

const PLACE = { planned: 0, condition: 'rest', repetition: 1 };
const STRAP = { kind: 'heart-rate', name: 'Strap' } as const;
const CAMERA = { label: 'Camera', width: 640, height: 480, framesPerS: 30 };
const ANSWERED = {
  end: 'answered',
  failure: null,
  stated: { hr: 72, uncertainty: 0.5, snr: 8 },
} as const;

function recording() {
  let nowMs = 1_000_000;
  const recorder = new Recorder(() => nowMs);
  const beat = (): void =>
    recorder.heard({ atMs: nowMs, bpm: 72, contact: 'on', intervalsMs: [833] });
  const pass = (ms: number): void => {
    for (const end = nowMs + ms; nowMs < end;) {
      nowMs += 1000;
      beat();
    }
  };
  const film = (index: number): void =>
    recorder.filmed({
      ...{ index, startMs: 5000 * index, endMs: 5000 * index + 4970, frames: 150, dropped: 0 },
      payload: Uint8Array.of(1, 2, index),
    });
  return { recorder, pass, film, now: () => nowMs };
}

describe('the record of a measurement', () => {
  it('contains the payloads with arrival times, and the sensor samples from before until after filming', () => {
    const { recorder, pass, film, now } = recording();
    pass(60_000);
    recorder.begin(PLACE, CAMERA);
    const began = now();
    pass(5000);
    film(0);
    pass(5000);
    film(1);
    recorder.end();
    const ended = now();
    pass(20_000);
    const found = studyMeasurementSchema.parse(recorder.measurement(STRAP, ANSWERED));
    expect(found).toMatchObject({ ...PLACE, ...ANSWERED, camera: CAMERA, startedMs: began });
    expect(found.chunks.map(({ arrivedMs, payload }) => [arrivedMs - began, payload])).toEqual([
      [5000, 'AQIA'],
      [10_000, 'AQIB'],
    ]);
    const times = found.sensor?.samples.map(({ atMs }) => atMs) ?? [];
    expect([times[0], times.at(-1)]).toEqual([began - 15_000, ended + 5000]);
  });

  it('ends at the first end of filming', () => {
    const { recorder, pass, now } = recording();
    recorder.begin(PLACE, null);
    pass(5000);
    recorder.end();
    const ended = now();
    pass(10_000);
    recorder.end();
    const found = recorder.measurement(STRAP, ANSWERED);
    expect(found?.sensor?.samples.at(-1)?.atMs).toBe(ended + 5000);
  });

  it('of a page that was closed meanwhile is marked as cancelled, with the data so far', () => {
    const { recorder, pass, film } = recording();
    recorder.begin(PLACE, CAMERA);
    pass(5000);
    film(0);
    expect(recorder.measurement(STRAP, null)).toMatchObject({
      end: 'cancelled',
      failure: 'PAGE_CLOSED',
      chunks: [{ index: 0 }],
      sensor: { samples: { length: 5 } },
    });
  });

  it('without a sensor says that there was none', () => {
    const { recorder, pass } = recording();
    recorder.begin(PLACE, null);
    pass(2000);
    expect(recorder.measurement(null, ANSWERED)).toMatchObject({ sensor: null, camera: null });
  });

  it('contains when the sensor was lost and reconnected', () => {
    const { recorder, pass, now } = recording();
    recorder.begin(PLACE, null);
    pass(2000);
    recorder.happened({ atMs: now(), what: 'lost' });
    pass(2000);
    recorder.happened({ atMs: now(), what: 'connected' });
    expect(recorder.measurement(STRAP, ANSWERED)?.sensor?.events.map(({ what }) => what)).toEqual([
      'lost',
      'connected',
    ]);
  });

  it('contains nothing of the previous measurement', () => {
    const { recorder, pass, film } = recording();
    recorder.begin(PLACE, null);
    film(0);
    recorder.end();
    pass(200_000);
    recorder.begin({ ...PLACE, planned: 1 }, null);
    pass(1000);
    const found = recorder.measurement(STRAP, null);
    expect(found?.chunks).toEqual([]);
    expect(found?.sensor?.samples).toHaveLength(15 + 2);
  });
});

it.each([
  [null, 72, 'answered'],
  [null, null, 'refused'],
  ['SNR_QUALITY', null, 'refused'],
  ['CANCELED', 72, 'cancelled'],
  ['TAB_HIDDEN', null, 'cancelled'],
  ['FACE_LOST', null, 'failed'],
] as const)(
  'a measurement that ended with the failure %s and the heart rate %s counts as %s',
  (failure, bpm, end) => {
    expect(endOf(failure, bpm)).toBe(end);
  },
);

describe('a session', () => {
  const head = HEAD;
  const measured = (planned: number, end: StudyMeasurement['end']): StudyMeasurement => ({
    ...{ planned, condition: 'rest', repetition: 1, startedMs: 1, end, failure: null },
    ...{ camera: null, chunks: [], sensor: null, stated: ANSWERED.stated },
  });

  it('continues after an answered or refused measurement, and repeats a cancelled one', () => {
    expect(progressOf({ head, measurements: new Map() })).toMatchObject({ next: 0 });
    const measurements = new Map([
      [0, measured(0, 'answered')],
      [1, measured(1, 'cancelled')],
    ]);
    expect(progressOf({ head, measurements })).toMatchObject({ next: 1, answered: 1 });
    measurements.set(2, measured(1, 'refused'));
    expect(progressOf({ head, measurements })).toMatchObject({
      next: 2,
      refused: 1,
      planned: { condition: 'talk' },
    });
    expect(progressOf({ head, measurements }, [2, 3, 4, 5])).toMatchObject({
      next: 6,
      planned: null,
    });
  });

  it('numbers its next measurement after the last one, even if an earlier one could not be stored', () => {
    expect(nextIndex({ measurements: new Map() })).toBe(0);
    expect(nextIndex({ measurements: new Map([[1, measured(1, 'answered')]]) })).toBe(2);
  });

  it("is exported as a file that the bench can read, named by the participant's code, not by a name", () => {
    const { name, text } = sessionFile({
      head,
      measurements: new Map([[0, measured(0, 'answered')]]),
    });
    expect(name).toBe('study-P-01-2026-01-31-01234567.json');
    expect(studySessionSchema.parse(JSON.parse(text)).measurements).toHaveLength(1);
  });
});
