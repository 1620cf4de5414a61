// SPDX-License-Identifier: Apache-2.0
import { expect, test, vi } from 'vitest';
import { createActivity } from './activity.ts';

function memory() {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: vi.fn((key: string, value: string) => void entries.set(key, value)),
    removeItem: (key: string) => void entries.delete(key),
  };
}

test('two tabs share the latest activity', () => {
  const storage = memory();
  const one = createActivity(storage);
  const two = createActivity(storage);
  one.mark(1000);
  expect(two.last()).toBe(1000);
  two.mark(9000);
  expect(one.last()).toBe(9000);
});

test('a burst of events is written once, and its last event still counts', () => {
  const storage = memory();
  const activity = createActivity(storage);
  for (let at = 100_000; at < 104_000; at += 10) activity.mark(at);
  expect(storage.setItem).toHaveBeenCalledTimes(1);
  expect(activity.last()).toBe(103_990);
});

test('a sign-out deletes the activity', () => {
  const storage = memory();
  const activity = createActivity(storage);
  activity.mark(1000);
  activity.forget();
  expect(activity.last()).toBeNull();
  expect(createActivity(storage).last()).toBeNull();
});

test.each(['', 'soon', '-5', '1e9', '99999999999999999999'])(
  'an invalid stored time is ignored: %s',
  (text) => {
    const storage = memory();
    storage.setItem('perfuse.activity', text);
    expect(createActivity(storage).last()).toBeNull();
  },
);

test('a storage that throws limits the activity to its own tab', () => {
  const broken = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const activity = createActivity({ getItem: broken, setItem: broken, removeItem: broken });
  activity.mark(1000);
  expect(activity.last()).toBe(1000);
  activity.forget();
  expect(activity.last()).toBeNull();
});
