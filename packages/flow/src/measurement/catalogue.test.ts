// SPDX-License-Identifier: Apache-2.0
import { FAILURES, isFailureCode, type FailureCode } from '@perfuse/contract/failures/catalogue';
import { describe, expect, it } from 'vitest';
import { MeasurementFault } from './failures.ts';
import { settle, Timeline } from './timeline.test-support.ts';

const codes = Object.keys(FAILURES).filter(isFailureCode);

/** Rejects the pending call of the measurement at a stage with this code. */
const STAGES: Readonly<Record<string, (timeline: Timeline, code: FailureCode) => Promise<void>>> = {
  'the camera opens': async (timeline, code) => {
    await timeline.send('OPEN_CAMERA');
    timeline.camera.opening.at(-1)?.reject(new MeasurementFault(code, ''));
  },
  'the tracker starts': async (timeline, code) => {
    await timeline.send('OPEN_CAMERA');
    timeline.camera.opening.at(-1)?.resolve(undefined);
    await settle();
    timeline.capture.starting.at(-1)?.reject(new MeasurementFault(code, ''));
  },
  'the measurement is created': async (timeline, code) => {
    await timeline.toReady();
    await timeline.send('START');
    timeline.analysis.creating.at(-1)?.reject(new MeasurementFault(code, ''));
  },
  'it is connected': async (timeline, code) => {
    await timeline.toMeasuring();
    timeline.connection.listener.onLost(new MeasurementFault(code, ''));
  },
};

/** These failures may be temporary: where a retry exists, they do not end the measurement yet. */
const mayMend = (stage: string, code: FailureCode): boolean =>
  stage === 'it is connected' && (code === 'NETWORK_ERROR' || code === 'SERVICE_BUSY');
/** Without a measurement on the service nothing can be lost: it was never connected. */
const expected = (stage: string, code: FailureCode): FailureCode =>
  stage === 'the measurement is created' && code === 'NETWORK_ERROR' ? 'CONNECTION_ERROR' : code;

describe.each(Object.entries(STAGES))('while %s', (stage, fail) => {
  it.each(codes.filter((code) => !mayMend(stage, code)))(
    '%s leads to the state of the catalogue with the camera closed, and a retry is possible',
    async (given) => {
      const code = expected(stage, given);
      const timeline = new Timeline();
      await fail(timeline, given);
      await settle();
      expect(timeline.context.failure).toBe(code);
      expect(timeline.phase).toBe(FAILURES[code].state);
      expect(timeline.camera.state.open).toBe(false);
      await timeline.toReady();
      expect(timeline.phase).toBe('ready');
      expect(timeline.context.failures).toEqual({ [code]: 1 });
    },
  );
});
