// SPDX-License-Identifier: Apache-2.0
import {
  DEFAULT_SETTINGS,
  NEW_ATTEMPT,
  type EventLog,
  type MeasurementContext,
} from '@perfuse/flow';
import type { FailureCode } from '@perfuse/contract/failures/catalogue';
import { describe, expect, it } from 'vitest';
import { createVisit } from '../../app/launch/visit.ts';
import { textFromBase64 } from '../../platform/analysis/base64.ts';
import { createCallback } from './callback.ts';

const CALLBACK = 'https://clinic.example.org/done?patient=7';

function setUp(resultsCallbackUrl: string | null = CALLBACK) {
  const visit = createVisit(true);
  visit.setState({ resultsCallbackUrl, sessionId: 's-1' });
  const told: string[] = [];
  const gone: string[] = [];
  const events: EventLog = {
    tell: (event) => void told.push(event),
    open: () => undefined,
    flush: () => void told.push('flushed'),
  };
  const callback = createCallback({ visit, events, goTo: (address) => void gone.push(address) });
  return { callback, told, gone };
}

const ended = (failure: FailureCode | null, count = 1): MeasurementContext => ({
  ...NEW_ATTEMPT,
  // Nothing here asks the ports.
  ports: {} as MeasurementContext['ports'],
  settings: DEFAULT_SETTINGS,
  failure,
  failures: failure === null ? {} : { [failure]: count },
  measurementId: 'm-1',
  startedAtMs: 1000,
  endedAtMs: 13_340,
});

describe('in callback mode', () => {
  it('a failure sends the browser back with its code, the session and the details', () => {
    const { callback, told, gone } = setUp();
    expect(callback.leaveAfter(ended('MEASUREMENT_TIMED_OUT'))).toBe(true);
    const url = new URL(gone[0] ?? '');
    expect(url.origin + url.pathname).toBe('https://clinic.example.org/done');
    expect(url.searchParams.get('patient')).toBe('7');
    expect(url.searchParams.get('error')).toBe('MEASUREMENT_TIMED_OUT');
    expect(url.searchParams.get('sessionId')).toBe('s-1');
    const details: unknown = JSON.parse(
      textFromBase64(url.searchParams.get('details') ?? '') ?? '',
    );
    expect(details).toEqual({
      measurementId: 'm-1',
      snr: null,
      starRating: 0,
      errorTimeSeconds: 12.3,
    });
    // The event is out before the page is gone.
    expect(told).toEqual(['REDIRECTING_TO_CALLBACK', 'flushed']);
  });

  it.each([
    ['a refused camera', 'CAMERA_DENIED', 'CAMERA_PERMISSION_NOT_GRANTED'],
    ['a weak signal', 'SNR_QUALITY', 'MEASUREMENT_CANCELED'],
  ] as const)('%s shows its message first and leaves by the button', (_, failure, error) => {
    const { callback, gone } = setUp();
    expect(callback.leaveAfter(ended(failure))).toBe(false);
    expect(callback.waitsFor(ended(failure))).toBe(true);
    expect(gone).toEqual([]);
    callback.leaveWith(ended(failure));
    expect(gone[0]).toContain(`error=${error}`);
  });

  it('the first chunk failure shows its message, the second leaves', () => {
    const { callback, gone } = setUp();
    expect(callback.leaveAfter(ended('CREATE_CHUNK_FAIL', 1))).toBe(false);
    expect(callback.waitsFor(ended('CREATE_CHUNK_FAIL', 1))).toBe(false);
    expect(callback.leaveAfter(ended('CREATE_CHUNK_FAIL', 2))).toBe(true);
    expect(gone[0]).toContain('error=FAILED_FACIAL_BLOOD_FLOW_ANALYSIS');
  });

  it('a result is no error', () => {
    const { callback, gone } = setUp();
    expect(callback.leaveAfter(ended(null))).toBe(false);
    expect(gone).toEqual([]);
  });
});

it('without a callback nothing leaves', () => {
  const { callback, gone } = setUp(null);
  expect(callback.leaveAfter(ended('WORKER_ERROR'))).toBe(false);
  expect(callback.waitsFor(ended('CAMERA_DENIED'))).toBe(false);
  callback.leaveWith(ended('CAMERA_DENIED'));
  expect(gone).toEqual([]);
});
