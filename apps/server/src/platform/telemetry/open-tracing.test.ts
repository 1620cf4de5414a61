// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { activeSpan, NO_TRACING, traced, tracedPart } from './span.ts';

test('without tracing the work runs without an active span', async () => {
  const work = (): Promise<unknown> => Promise.resolve(activeSpan());
  expect(await traced(NO_TRACING, { name: 'x' }, work)).toBeUndefined();
  expect(await tracedPart({ name: 'x' }, work)).toBeUndefined();
  const failing = traced(NO_TRACING, { name: 'x' }, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
});
