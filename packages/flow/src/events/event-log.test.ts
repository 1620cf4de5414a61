// SPDX-License-Identifier: Apache-2.0
import { remoteEventsBody, type RemoteEvent } from '@perfuse/contract/events/events';
import { describe, expect, it } from 'vitest';
import { settle } from '../measurement/timeline.test-support.ts';
import { createEventLog, type EventSession } from './event-log.ts';

const TIMESTAMP = '2026-05-04T10:00:00.000Z';

function session(first = 0, sessionId = 's-1'): EventSession {
  let next = first;
  return { sessionId, nextSequence: () => next++ };
}

/** A log whose posts fail a given number of times, and whose pauses take no time unless `hold` is set. */
function log({ failures = 0, hold = false, beaconFails = false, online = Promise.resolve() } = {}) {
  const posted: RemoteEvent[][] = [];
  const beacons: RemoteEvent[][] = [];
  const pauses: number[] = [];
  let left = failures;
  const events = createEventLog({
    timestamp: () => TIMESTAMP,
    post: (batch) => {
      left -= 1;
      if (left >= 0) return Promise.reject(new Error('offline'));
      posted.push([...batch]);
      return Promise.resolve();
    },
    beacon: (batch) => {
      beacons.push([...batch]);
      return beaconFails ? Promise.reject(new Error('offline')) : Promise.resolve();
    },
    online: () => online,
    wait: (ms) => {
      pauses.push(ms);
      return hold ? new Promise(() => undefined) : Promise.resolve();
    },
  });
  return { events, posted, beacons, pauses };
}
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await settle();
};

describe('the event log', () => {
  it('sends numbered events with session and severity, as the contract requires', async () => {
    const { events, posted } = log();
    events.open(session());
    events.tell('CAMERA_STARTED');
    events.tell('LOW_SNR', { snr: -100 });
    await settled();
    expect(posted).toEqual([
      [
        {
          timestamp: TIMESTAMP,
          sessionId: 's-1',
          sequence: 0,
          event: 'CAMERA_STARTED',
          severity: 'INFO',
          payload: {},
        },
        {
          timestamp: TIMESTAMP,
          sessionId: 's-1',
          sequence: 1,
          event: 'LOW_SNR',
          severity: 'WARN',
          payload: { snr: -100 },
        },
      ],
    ]);
    expect(remoteEventsBody.safeParse(posted[0]).success).toBe(true);
  });

  it('keeps events from before the configuration is known', async () => {
    const { events, posted } = log();
    events.tell('WMS_LOADED');
    await settled();
    expect(posted).toEqual([]);
    events.open(session(7));
    await settled();
    expect(posted.flat().map(({ event, sequence }) => [event, sequence])).toEqual([
      ['WMS_LOADED', 7],
    ]);
  });

  it('discards all events and sends nothing without a webhook', async () => {
    const { events, posted, beacons } = log();
    events.tell('WMS_LOADED');
    events.open(null);
    events.tell('CAMERA_STARTED');
    events.flush();
    await settled();
    expect([posted, beacons]).toEqual([[], []]);
  });

  it('retries with increasing pauses, and keeps the order', async () => {
    const { events, posted, pauses } = log({ failures: 2 });
    events.open(session());
    events.tell('CAMERA_STARTED');
    await settled();
    events.tell('MEASUREMENT_STARTED');
    await settled();
    expect(posted.flat().map(({ event }) => event)).toEqual([
      'CAMERA_STARTED',
      'MEASUREMENT_STARTED',
    ]);
    expect(pauses).toEqual([500, 1000, 2000, 500]);
  });

  it('drops an event that cannot be delivered and continues with the next', async () => {
    const { events, posted } = log({ failures: 5 });
    events.open(session());
    events.tell('CAMERA_STARTED');
    await settled();
    events.tell('MEASUREMENT_STARTED');
    await settled();
    expect(posted.flat().map(({ sequence }) => sequence)).toEqual([1]);
  });

  it('waits while there is no network', async () => {
    let connect = (): void => undefined;
    const online = new Promise<void>((resolve) => (connect = resolve));
    const { events, posted, pauses } = log({ online });
    events.open(session());
    events.tell('MEASUREMENT_STARTED');
    await settled();
    expect([posted, pauses]).toEqual([[], [500]]);
    connect();
    await settled();
    expect(posted.flat().map(({ event }) => event)).toEqual(['MEASUREMENT_STARTED']);
  });

  it('posts the events whose beacon failed when the page was hidden', async () => {
    const { events, posted, beacons } = log({ beaconFails: true });
    events.open(session());
    events.tell('PAGE_VISIBILITY_CHANGE');
    events.flush();
    await settled();
    expect(beacons.flat()).toHaveLength(1);
    expect(posted.flat().map(({ event }) => event)).toEqual(['PAGE_VISIBILITY_CHANGE']);
  });

  describe('once another session has begun', () => {
    it('sends its events without those of the earlier one whose beacon failed', async () => {
      const { events, posted } = log({ beaconFails: true });
      events.open(session());
      events.tell('PAGE_VISIBILITY_CHANGE');
      events.flush();
      events.open(session(0, 's-2'));
      events.tell('CONFIGURATION_LOADED');
      await settled();
      expect(posted.flat().map(({ sessionId }) => sessionId)).toEqual(['s-2']);
    });

    it('sends nothing more of the earlier one, also when it was being sent', async () => {
      let connect = (): void => undefined;
      const online = new Promise<void>((resolve) => (connect = resolve));
      const { events, posted } = log({ online });
      events.open(session());
      events.tell('CAMERA_STARTED');
      await settled();
      events.tell('CAMERA_STARTED');
      events.open(session(0, 's-2'));
      events.tell('CONFIGURATION_LOADED');
      connect();
      await settled();
      expect(posted.flat().map(({ sessionId }) => sessionId)).toEqual(['s-2']);
    });
  });

  it('sends at most 50 events per request, and buffers at most 300', async () => {
    const { events, posted } = log();
    for (let n = 0; n < 1000; n += 1) events.tell('CONSTRAINT_VIOLATION');
    events.open(session());
    await settled();
    expect(posted.map(({ length }) => length)).toEqual([50, 50, 50, 50, 50, 50]);
  });

  it('hands all unsent events to a beacon when the page unloads, including those in flight', async () => {
    const { events, posted, beacons } = log({ hold: true });
    events.open(session());
    events.tell('MEASUREMENT_STARTED');
    await settled();
    events.tell('PAGE_UNLOADED');
    events.flush();
    expect(posted).toEqual([]);
    expect(beacons.flat().map(({ event }) => event)).toEqual([
      'MEASUREMENT_STARTED',
      'PAGE_UNLOADED',
    ]);
    events.flush();
    expect(beacons).toHaveLength(1);
  });
});
