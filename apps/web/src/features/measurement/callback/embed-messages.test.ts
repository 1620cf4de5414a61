// SPDX-License-Identifier: Apache-2.0
import { NEW_ATTEMPT, type Moment, type Phase } from '@perfuse/flow';
import { expect, test } from 'vitest';
import { embedMessagesBetween } from './embed-messages.ts';

const moment = (phase: Phase, context: Partial<Moment['context']> = {}): Moment => ({
  phase,
  context: { ...NEW_ATTEMPT, ...context },
});

test('the start of filming is announced once', () => {
  expect(embedMessagesBetween(moment('ready'), moment('measuring'))).toEqual([
    { type: 'measurement-started' },
  ]);
  expect(embedMessagesBetween(moment('measuring'), moment('analysing'))).toEqual([]);
});

test('each analysed chunk is announced as progress', () => {
  const before = moment('measuring', { answered: [0] });
  const after = moment('measuring', { answered: [0, 1] });
  expect(embedMessagesBetween(before, after)).toEqual([
    { type: 'progress', answered: 2, parts: 6, stars: 0 },
  ]);
});

test('a measurement that is cancelled or left is announced as cancelled', () => {
  const cancelled = [{ type: 'measurement-cancelled' }];
  const after = moment('cancelled', { failure: 'FACE_LOST' });
  expect(embedMessagesBetween(moment('measuring'), after)).toEqual(cancelled);
  expect(embedMessagesBetween(moment('measuring'), moment('idle'))).toEqual(cancelled);
  expect(embedMessagesBetween(moment('ready'), moment('idle'))).toEqual([]);
});

test('a measurement stopped by a lost connection is announced with its code', () => {
  const after = moment('cancelled', { failure: 'NETWORK_ERROR' });
  expect(embedMessagesBetween(moment('measuring'), after)).toEqual([
    { type: 'measurement-failed', error: 'NETWORK_ERROR' },
  ]);
});

test('a failed measurement is announced with the error code of the callback', () => {
  const after = moment('failed', { failure: 'CAMERA_DENIED' });
  expect(embedMessagesBetween(moment('starting'), after)).toEqual([
    { type: 'measurement-failed', error: 'CAMERA_PERMISSION_NOT_GRANTED' },
  ]);
});
