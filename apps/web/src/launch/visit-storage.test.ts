// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { launchedConfiguration } from './launched.test-support.ts';
import { keepVisit, restoreVisit } from './visit-storage.ts';
import { createVisit, visitOf } from './visit.ts';

function memory() {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

const launched = launchedConfiguration({
  resultsCallbackUrl: 'https://clinic.example/done',
  deviceToken: { Token: 'secret-token', RefreshToken: 'secret-refresh' },
});

test('a visit outlives a reload of its tab, without its tokens', () => {
  const tab = memory();
  const visit = createVisit(true);
  keepVisit(visit, tab);
  visit.setState(visitOf(launched), true);
  expect([...tab.entries.values()].join()).not.toContain('secret');
  expect(restoreVisit(tab)).toEqual(visitOf({ ...launched, deviceToken: null }));
  visit.setState({ isOver: true });
  expect(restoreVisit(tab)?.isOver).toBe(true);
});

test.each(['', '{', 'null', '{"version":2}', '{"version":1,"launched":{},"isOver":false}'])(
  'what is kept and no visit counts as none, and goes: %j',
  (text) => {
    const tab = memory();
    tab.setItem('perfuse.visit', text);
    expect(restoreVisit(tab)).toBeNull();
    expect(tab.entries.size).toBe(0);
  },
);

test('a storage that throws leaves the visit to the page', () => {
  const broken = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const tab = { getItem: broken, setItem: broken, removeItem: broken };
  const visit = createVisit(true);
  keepVisit(visit, tab);
  visit.setState(visitOf(launched), true);
  expect(restoreVisit(tab)).toBeNull();
});
