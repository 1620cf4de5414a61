// SPDX-License-Identifier: Apache-2.0
import { FAILURES, isFailureCode, type FailureCode } from '@perfuse/contract/failures/catalogue';
import { describe, expect, it } from 'vitest';
import {
  measuringTimeline,
  resultMessage,
  settle,
  Timeline,
} from '../measurement/timeline.test-support.ts';
import { readingOf } from '../measurement/context.ts';
import { callbackOutcome, errorDetails } from './outcome.ts';

const codes = Object.keys(FAILURES).filter(isFailureCode);
const NOTHING = {
  failure: null,
  failures: {},
  measurementId: null,
  reading: null,
  startedAtMs: null,
  endedAtMs: null,
};
const after = (failure: FailureCode, count = 1) =>
  callbackOutcome({ ...NOTHING, failure, failures: { [failure]: count } });

describe('the callback outcome', () => {
  it.each([
    ['CANCELED', 'MEASUREMENT_CANCELED'],
    ['TAB_HIDDEN', 'MEASUREMENT_CANCELED'],
    ['FACE_LOST', 'MEASUREMENT_CANCELED'],
    ['SNR_QUALITY', 'MEASUREMENT_CANCELED'],
    ['CAMERA_STOPPED', 'MEASUREMENT_CANCELED'],
    ['NETWORK_ERROR', 'NETWORK_ERROR'],
    ['CONNECTION_ERROR', 'NETWORK_ERROR'],
    ['AUTHORIZATION', 'TOKEN_EXPIRED'],
    ['SDK_CONFIG_REFUSED', 'TOKEN_EXPIRED'],
    ['NOT_ACCEPTED', 'TOKEN_EXPIRED'],
    ['CONSENT_MISSING', 'TOKEN_EXPIRED'],
    ['CREATE_REFUSED', 'TOKEN_EXPIRED'],
    ['SERVICE_BUSY', 'NETWORK_ERROR'],
    ['MEASUREMENT_TIMED_OUT', 'MEASUREMENT_TIMED_OUT'],
    ['ANALYSIS_FAILED', 'FAILED_FACIAL_BLOOD_FLOW_ANALYSIS'],
    ['COLLECTOR_INIT', 'FAILED_INIT_BLOOD_FLOW'],
    ['WORKER_ERROR', 'WORKER_ERROR'],
    ['CAMERA_DENIED', 'CAMERA_PERMISSION_NOT_GRANTED'],
    ['CAMERA_NOT_FOUND', 'UNKNOWN_ERROR'],
    ['CAMERA_IN_USE', 'UNKNOWN_ERROR'],
    ['CAMERA_START', 'UNKNOWN_ERROR'],
    ['CHUNK_REFUSED', 'UNKNOWN_ERROR'],
    ['UNKNOWN', 'UNKNOWN_ERROR'],
  ] as const)('of %s is %s', (code, error) => {
    expect(after(code)?.error).toBe(error);
  });

  it('of a chunk failure is reported only at the second one; until then the user retries', () => {
    expect(after('CREATE_CHUNK_FAIL', 1)).toBeNull();
    expect(after('CREATE_CHUNK_FAIL', 2)?.error).toBe('FAILED_FACIAL_BLOOD_FLOW_ANALYSIS');
  });

  it('exists for every failure of the catalogue', () => {
    for (const code of codes) expect(after(code, 2)).not.toBeNull();
  });

  it('of a weak signal or a camera failure is sent by a button, after the user has read the message', () => {
    expect(codes.filter((code) => after(code, 2)?.byButton === true)).toEqual([
      'SNR_QUALITY',
      'CAMERA_DENIED',
      'CAMERA_NOT_FOUND',
      'CAMERA_IN_USE',
      'CAMERA_START',
    ]);
  });

  it('is null for a measurement without a failure', () => {
    expect(callbackOutcome(NOTHING)).toBeNull();
  });

  it('includes details: the measurement, its signal and the elapsed time', async () => {
    const timeline = await measuringTimeline();
    await timeline.seconds(15);
    await timeline.result(2, { snr: -100, bpm: null });
    expect(callbackOutcome(timeline.context)).toEqual({
      error: 'MEASUREMENT_CANCELED',
      byButton: true,
      details: { measurementId: 'm-1', snr: -100, starRating: 0, errorTimeSeconds: 15 },
    });
  });

  it('counts the time from the start of filming, in tenths of a second', () => {
    const filmed = { ...NOTHING, startedAtMs: 5000, endedAtMs: 20_040 };
    expect(errorDetails(filmed).errorTimeSeconds).toBe(15);
  });

  it.each([
    ['nothing was filmed', {}],
    ['filming has not begun', { endedAtMs: 5000 }],
    ['filming has not ended', { startedAtMs: 5000 }],
  ])('omits the time when %s', (_, times) => {
    expect(errorDetails({ ...NOTHING, ...times })).toEqual({
      measurementId: null,
      snr: null,
      starRating: 0,
    });
  });

  it('takes its details from the newest result', () => {
    const reading = readingOf(1, resultMessage(1, { snr: 6.2 }));
    expect(
      callbackOutcome({ ...NOTHING, failure: 'TAB_HIDDEN', failures: { TAB_HIDDEN: 1 }, reading })
        ?.details,
    ).toMatchObject({ snr: 6.2, starRating: 3 });
  });

  it('counts chunk failures across the attempts of one visit', async () => {
    const timeline = new Timeline();
    const told = [];
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await timeline.toMeasuring();
      timeline.capture.tell({ type: 'failed', code: 'CREATE_CHUNK_FAIL' });
      await settle();
      told.push(callbackOutcome(timeline.context)?.error ?? null);
    }
    expect(told).toEqual([null, 'FAILED_FACIAL_BLOOD_FLOW_ANALYSIS']);
  });
});
