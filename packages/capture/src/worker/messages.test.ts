// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { isWorkerReport } from './messages.ts';

test('accepts the reports of the worker, and no other messages', () => {
  expect(isWorkerReport({ type: 'ready', readsTracks: true })).toBe(true);
  expect(isWorkerReport({ type: 'ended' })).toBe(true);
  for (const other of [
    'ended',
    null,
    {},
    { type: 'extension' },
    { type: 'toString' },
    { type: 1 },
  ]) {
    expect(isWorkerReport(other)).toBe(false);
  }
});
