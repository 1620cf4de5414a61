// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { createDeviceHistory } from './device-history.ts';

test('the choice to store results applies only to the user who made it', () => {
  const kept = new Map<string, string>();
  const wishes = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const of = (userId: string | null) =>
    createDeviceHistory({ databases: undefined, wishes }, userId);
  expect(of('ann').want(true)).toBe(true);
  expect([of('ann').isWanted(), of('bob').isWanted(), of(null).isWanted()]).toEqual([
    true,
    false,
    false,
  ]);
  of(null).want(true);
  of('ann').want(false);
  expect([of('ann').isWanted(), of(null).isWanted()]).toEqual([false, true]);
});
