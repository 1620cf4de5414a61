// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { createMessageRate } from './message-rate.ts';

it('allows eight measurements of two minutes at once, then twenty messages a second', () => {
  let now = 0;
  const mayPass = createMessageRate(() => now);
  const passed = (of: number): number => Array.from({ length: of }, mayPass).filter(Boolean).length;
  const loginAndSubscriptions = 1 + 8;
  expect(passed(8 * 120 + loginAndSubscriptions)).toBe(8 * 120 + loginAndSubscriptions);
  passed(1_000);
  now += 1_000;
  expect(passed(1_000)).toBe(20);
});
