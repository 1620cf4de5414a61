// SPDX-License-Identifier: Apache-2.0
import {
  DEFAULT_SETTINGS,
  NEW_ATTEMPT,
  type EventLog,
  type MeasurementContext,
} from '@perfuse/flow';
import type { FailureCode } from '@perfuse/contract/failures/catalogue';
import { callbackDetailsSchema, callbackQuerySchema } from '@perfuse/contract/launch/callback';
import type { EmbedNotification } from '@perfuse/contract/launch/embed';
import type { ChannelValues } from '@perfuse/contract/results/channels';
import { describe, expect, it, vi } from 'vitest';
import { createVisit } from '../../../launch/visit.ts';
import { textFromBase64 } from '../../../platform/analysis/base64.ts';
import type { VisitCallbackDeps } from './callback-deps.ts';
import { createCallback, type Callback } from './callback.ts';

const CALLBACK = 'https://clinic.example.org/done?patient=7';

function setUp(
  resultsCallbackUrl: string | null = CALLBACK,
  change: Partial<VisitCallbackDeps> = {},
) {
  const visit = createVisit(true);
  visit.setState({ resultsCallbackUrl, sessionId: 's-1' });
  const told: string[] = [];
  const gone: string[] = [];
  const events: EventLog = {
    tell: (event) => void told.push(event),
    open: () => undefined,
    flush: () => void told.push('flushed'),
  };
  const callback = createCallback({
    visit,
    events,
    goTo: (address) => void gone.push(address),
    deliver: () => Promise.resolve({ results: 'eyJ9' }),
    expire: () => null,
    embed: { isHeard: () => false, tell: () => undefined },
    ...change,
  });
  return { callback, told, gone };
}

const detailsOf = (query: URLSearchParams): unknown =>
  JSON.parse(textFromBase64(query.get('details') ?? '') ?? '');

const ended = (
  failure: FailureCode | null,
  measurementId: string | null = 'm-1',
  count = 1,
): MeasurementContext => ({
  ...NEW_ATTEMPT,
  // Only the clock is used.
  ports: { now: () => 41_000 } as MeasurementContext['ports'],
  settings: DEFAULT_SETTINGS,
  failure,
  failures: failure === null ? {} : { [failure]: count },
  measurementId,
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
    expect(detailsOf(url.searchParams)).toEqual({
      measurementId: 'm-1',
      snr: null,
      starRating: 0,
      errorTimeSeconds: 12.3,
    });
    // The event is sent before the page is left.
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
    expect(callback.leaveAfter(ended('CREATE_CHUNK_FAIL'))).toBe(false);
    expect(callback.waitsFor(ended('CREATE_CHUNK_FAIL'))).toBe(false);
    expect(callback.leaveAfter(ended('CREATE_CHUNK_FAIL', 'm-1', 2))).toBe(true);
    expect(gone[0]).toContain('error=FAILED_FACIAL_BLOOD_FLOW_ANALYSIS');
  });

  it('a measurement without a failure does not leave', () => {
    const { callback, gone } = setUp();
    expect(callback.leaveAfter(ended(null))).toBe(false);
    expect(gone).toEqual([]);
  });
});

const CHANNELS = {
  HR_BPM: { value: 66, kind: 'measured', source: 'pos' },
} as const satisfies ChannelValues;

const measured: MeasurementContext = {
  ...ended(null),
  reading: { index: 5, snr: 6.2, stars: 4, bpm: 66, channels: CHANNELS },
  starRatings: [0, 1, 2, 3, 3, 4],
};

describe('results', () => {
  it('go to the callback with the session id and no plaintext values, and into no event', async () => {
    const tell = vi.fn();
    const events: EventLog = { tell, open: () => undefined, flush: () => undefined };
    const deliver = vi.fn(() => Promise.resolve({ results: 'eyJ9' }));
    const { callback, gone } = setUp(CALLBACK, { deliver, events });
    await callback.deliver(measured, 'service');
    expect(deliver).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        measurementId: 'm-1',
        ppm: 66,
        breathing: -1,
        avgStarRating: 2.17,
        analysedOn: 'service',
      }),
      expect.any(Function),
    );
    const query = new URL(gone[0] ?? '').searchParams;
    const told = { results: 'eyJ9', sessionId: 's-1' };
    expect(Object.fromEntries(query)).toEqual({ patient: '7', ...told });
    expect(callbackQuerySchema.parse(Object.fromEntries(query))).toEqual(told);
    expect(JSON.stringify(tell.mock.calls)).not.toContain('eyJ9');
  });

  it('of an analysis on the device are marked as such for the integrator', async () => {
    const deliver = vi.fn(() => Promise.resolve({ results: 'eyJ9' }));
    const { callback } = setUp(CALLBACK, { deliver });
    await callback.deliver(measured, 'device');
    expect(deliver).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ ppm: 66, analysedOn: 'device' }),
      expect.any(Function),
    );
  });

  it('that could not be delivered lead to the callback with an error and the actual duration', async () => {
    const deliver = () => Promise.resolve({ error: 'NETWORK_ERROR' });
    const { callback, gone } = setUp(CALLBACK, { deliver });
    await callback.deliver({ ...measured, endedAtMs: null }, 'service');
    const query = new URL(gone[0] ?? '').searchParams;
    expect(query.get('error')).toBe('NETWORK_ERROR');
    expect(callbackDetailsSchema.parse(detailsOf(query))).toEqual({
      measurementId: 'm-1',
      snr: 6.2,
      starRating: 4,
      errorTimeSeconds: 40,
    });
  });

  it('report that they are being sent, and retried', async () => {
    const phases: string[] = [];
    const { callback } = setUp(CALLBACK, {
      deliver: (_, onRetry) => {
        onRetry();
        return Promise.resolve({ error: 'NETWORK_ERROR' });
      },
    });
    callback.delivery.subscribe((phase) => phases.push(phase));
    await callback.deliver(measured, 'service');
    expect(phases).toEqual(['sending', 'retrying']);
  });

  it('are delivered before the tokens expire, and the browser leaves after that', async () => {
    const order: string[] = [];
    const { callback } = setUp(CALLBACK, {
      deliver: () => {
        order.push('delivered');
        return Promise.resolve({ dataId: 'd' });
      },
      expire: () => {
        order.push('expired');
        return Promise.resolve();
      },
      goTo: () => void order.push('gone'),
    });
    await callback.deliver(measured, 'service');
    expect(order).toEqual(['delivered', 'expired', 'gone']);
  });
});

describe('tokens that expire with the measurement', () => {
  const setUpExpiry = () => {
    const expire = vi.fn(() => Promise.resolve());
    return { expire, ...setUp(CALLBACK, { expire }) };
  };

  it('also expire when it fails, before the browser leaves', async () => {
    const { callback, gone, expire } = setUpExpiry();
    expect(callback.leaveAfter(ended('MEASUREMENT_TIMED_OUT'))).toBe(true);
    expect(gone).toEqual([]);
    await Promise.resolve();
    expect(gone[0]).toContain('error=MEASUREMENT_TIMED_OUT');
    expect(expire).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['by the button', (one: Callback) => one.leaveWith(ended('CAMERA_DENIED', null))],
    ['without a try', (one: Callback) => one.giveUp()],
  ])('stay valid when nothing was measured: %s', (_, go) => {
    const { callback, gone, expire } = setUpExpiry();
    go(callback);
    expect(gone).toHaveLength(1);
    expect(expire).not.toHaveBeenCalled();
  });

  it('expire when the user gives up after a failed attempt, whose details are sent along', async () => {
    const { callback, gone, expire } = setUpExpiry();
    expect(callback.leaveAfter(ended('CREATE_CHUNK_FAIL'))).toBe(false);
    callback.giveUp();
    expect(gone).toEqual([]);
    await Promise.resolve();
    expect(expire).toHaveBeenCalledOnce();
    const query = new URL(gone[0] ?? '').searchParams;
    expect(query.get('error')).toBe('MEASUREMENT_CANCELED');
    expect(detailsOf(query)).toMatchObject({ measurementId: 'm-1', errorTimeSeconds: 12.3 });
  });

  it('also expire when only an earlier attempt created a measurement', async () => {
    const { callback, gone, expire } = setUpExpiry();
    callback.leaveAfter(ended('CREATE_CHUNK_FAIL'));
    callback.leaveWith(ended('CAMERA_DENIED', null));
    await Promise.resolve();
    expect(expire).toHaveBeenCalledOnce();
    expect(gone[0]).toContain('error=CAMERA_PERMISSION_NOT_GRANTED');
  });

  it('keep the first error while they are being released, whatever the user presses', async () => {
    const { callback, told, gone, expire } = setUpExpiry();
    callback.leaveAfter(ended('WORKER_ERROR'));
    expect(callback.delivery.getState()).toBe('leaving');
    callback.giveUp();
    callback.leaveWith(ended('SNR_QUALITY'));
    await Promise.resolve();
    expect(expire).toHaveBeenCalledOnce();
    expect(gone).toHaveLength(1);
    const query = new URL(gone[0] ?? '').searchParams;
    expect(query.get('error')).toBe('WORKER_ERROR');
    expect(detailsOf(query)).toMatchObject({ measurementId: 'm-1' });
    expect(told).toEqual(['REDIRECTING_TO_CALLBACK', 'flushed']);
  });
});

it('giving up does not discard results that are being sent', async () => {
  const { callback, gone } = setUp();
  const delivered = callback.deliver(measured, 'service');
  callback.giveUp();
  await delivered;
  expect(gone).toHaveLength(1);
  expect(gone[0]).toContain('results=eyJ9');
});

it('giving up before a measurement leads to the callback with MEASUREMENT_CANCELED', () => {
  const { callback, gone } = setUp();
  callback.giveUp();
  expect(gone[0]).toContain('error=MEASUREMENT_CANCELED');
});

it('without a callback the page is never left', () => {
  const { callback, gone } = setUp(null);
  expect(callback.leaveAfter(ended('WORKER_ERROR'))).toBe(false);
  expect(callback.waitsFor(ended('CAMERA_DENIED'))).toBe(false);
  callback.leaveWith(ended('CAMERA_DENIED'));
  expect(gone).toEqual([]);
});

describe('the embedding page, without a callback', () => {
  const around = (deliver: VisitCallbackDeps['deliver'], isHeard = true) => {
    const news: EmbedNotification[] = [];
    const embed = { isHeard: () => isHeard, tell: (one: EmbedNotification) => void news.push(one) };
    return { news, ...setUp(null, { embed, deliver }) };
  };

  it('receives the results as a callback would', async () => {
    const { callback, news } = around(() => Promise.resolve({ dataId: '7' }));
    await callback.showPageAround(ended(null));
    expect(news).toEqual([{ type: 'result', callback: { dataId: '7', sessionId: 's-1' } }]);
  });

  it('is notified when they could not be delivered', async () => {
    const { callback, news } = around(() => Promise.resolve({ error: 'NETWORK_ERROR' }));
    await callback.showPageAround(ended(null));
    expect(news).toEqual([{ type: 'measurement-failed', error: 'NETWORK_ERROR' }]);
  });

  it('receives nothing while it is not known to listen, and nothing is delivered', async () => {
    const deliver = vi.fn(() => Promise.resolve({ results: 'eyJ9' }));
    const { callback, news } = around(deliver, false);
    await callback.showPageAround(ended(null));
    expect(news).toEqual([]);
    expect(deliver).not.toHaveBeenCalled();
  });
});
