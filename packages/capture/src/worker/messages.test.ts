// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { isWorkerReport } from './messages.ts';

test('takes what the worker reports, and nothing that others post', () => {
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
