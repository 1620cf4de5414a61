// SPDX-License-Identifier: Apache-2.0
import { FAILURES, isFailureCode } from '@perfuse/contract/failures/catalogue';
import { describe, expect, it } from 'vitest';
import { MeasurementFault } from '../measurement/failures.ts';
import { phaseOf } from '../measurement/phases.ts';
import { GOOD_FACE, NO_FACE, settle, Timeline } from '../measurement/timeline.test-support.ts';
import { eventsBetween, type ReportedEvent, type Moment } from './measurement-events.ts';

/** A measurement whose events are recorded from the start. */
function heard(): { timeline: Timeline; events: ReportedEvent[]; names: () => string[] } {
  const timeline = new Timeline();
  const events: ReportedEvent[] = [];
  const moment = (): Moment => {
    const snapshot = timeline.actor.getSnapshot();
    return { phase: phaseOf(snapshot), context: snapshot.context };
  };
  let before = moment();
  timeline.actor.subscribe(() => {
    const after = moment();
    events.push(...eventsBetween(before, after));
    before = after;
  });
  return { timeline, events, names: () => events.map(({ event }) => event) };
}

const NETWORK = new MeasurementFault('NETWORK_ERROR', 'gone');

describe('the events of a measurement', () => {
  it('that succeeds are reported in order', async () => {
    const { timeline, events, names } = heard();
    await timeline.toMeasuring();
    for (let index = 0; index < 6; index += 1) {
      await timeline.chunk(index);
      if (index === 5) await timeline.recorded();
      await timeline.acknowledged();
      await timeline.result(index);
    }
    expect(names()).toEqual([
      'CAMERA_PERMISSION_GRANTED',
      'CAMERA_STARTED',
      'MEASUREMENT_STARTED',
      'CREATED',
      ...Array<string>(5).fill('INTERMEDIATE_RESULTS'),
      'SCAN_COMPLETED',
      'RESULTS_RECEIVED',
    ]);
    expect(events.at(-1)?.payload).toEqual({ measurementId: 'm-1', snr: 8, starRating: 4 });
  });

  it('never carry a vital sign', async () => {
    const { timeline, events } = heard();
    await timeline.toMeasuring();
    await timeline.result(0, { bpm: 71.25 });
    await timeline.result(5, { bpm: 71.25 });
    expect(JSON.stringify(events)).not.toContain('71.25');
  });

  it('whose connection is lost and restored report both', async () => {
    const { timeline, names } = heard();
    await timeline.toMeasuring();
    await timeline.lost(NETWORK);
    await timeline.seconds(2);
    await timeline.connected();
    expect(names().slice(-2)).toEqual(['WEBSOCKET_DISCONNECTED', 'WEBSOCKET_RECONNECTED']);
  });

  it('whose connection is not restored report the failure and the cancellation', async () => {
    const { timeline, names } = heard();
    await timeline.toMeasuring();
    for (let tries = 0; tries < 8; tries += 1) {
      await timeline.lost(NETWORK);
      await timeline.seconds(4);
    }
    expect(names().slice(-3)).toEqual([
      'WEBSOCKET_DISCONNECTED',
      'WEBSOCKET_RECONNECTION_FAILED',
      'CANCELED',
    ]);
  });

  it('report a violated constraint once, and none for a face that was never in place', async () => {
    const { timeline, names, events } = heard();
    await timeline.send('OPEN_CAMERA');
    timeline.camera.opening[0]?.resolve(undefined);
    await settle();
    await timeline.faces(NO_FACE);
    expect(names()).not.toContain('CONSTRAINT_VIOLATION');
    const other = heard();
    await other.timeline.toMeasuring();
    await other.timeline.faces({ ...GOOD_FACE, yaw: 60 }, 20);
    const told = other.events.filter(({ event }) => event === 'CONSTRAINT_VIOLATION');
    expect(told).toEqual([
      {
        event: 'CONSTRAINT_VIOLATION',
        payload: { constraint: 'FaceDirection', measuring: true },
      },
    ]);
    expect(events).not.toBe(other.events);
  });

  it('that the user leaves end with a cancellation', async () => {
    const { timeline, events } = heard();
    await timeline.toMeasuring();
    await timeline.result(0);
    await timeline.send('LEAVE');
    expect(events.at(-1)).toEqual({
      event: 'CANCELED',
      payload: { reason: 'LEFT', measurementId: 'm-1', snr: 8, starRating: 4 },
    });
  });

  it.each(Object.keys(FAILURES).filter(isFailureCode))(
    'that ends with %s name the reason and the newest result',
    async (failure) => {
      const { timeline } = heard();
      await timeline.toMeasuring();
      await timeline.result(0);
      const { context } = timeline;
      const row = FAILURES[failure];
      const told = eventsBetween(
        { phase: 'measuring', context },
        { phase: row.state, context: { ...context, failure } },
      );
      const payload = { reason: failure, measurementId: 'm-1', snr: 8, starRating: 4 };
      const alsoCancelled = row.state === 'cancelled' && (row.event as string) !== 'CANCELED';
      expect(told).toEqual([
        { event: row.event, payload },
        ...(alsoCancelled ? [{ event: 'CANCELED', payload }] : []),
      ]);
    },
  );
});
