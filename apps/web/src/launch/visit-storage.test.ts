// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test, vi } from 'vitest';
import { launchedConfiguration } from './launched.test-support.ts';
import { forgetVisit, keepVisit, recoverLostLink, restoreVisit } from './visit-storage.ts';
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

test('a visit survives a reload of its tab, without its tokens', () => {
  const tab = memory();
  const visit = createVisit(true);
  keepVisit(visit, tab, { name: '' });
  visit.setState(visitOf(launched), true);
  expect([...tab.entries.values()].join()).not.toContain('secret');
  expect(restoreVisit(tab)).toEqual(visitOf({ ...launched, deviceToken: null }));
  visit.setState({ isOver: true });
  expect(restoreVisit(tab)?.isOver).toBe(true);
});

test.each(['', '{', 'null', '{"version":2}', '{"version":1,"launched":{},"isOver":false}'])(
  'an invalid stored visit is ignored and deleted: %j',
  (text) => {
    const tab = memory();
    tab.setItem('perfuse.visit', text);
    expect(restoreVisit(tab)).toBeNull();
    expect(tab.entries.size).toBe(0);
  },
);

describe('a storage that throws', () => {
  const broken = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const tab = { getItem: broken, setItem: broken, removeItem: broken };
  const opened = (named: boolean) => {
    const page = { name: '' };
    const visit = createVisit(true);
    keepVisit(visit, tab, page);
    const profile = named ? { identifier: 'p-7' } : null;
    visit.setState(visitOf({ ...launched, profile }), true);
    return page;
  };
  const address = { pathname: '/org/camera-consent' };

  test.each([
    ['of a person whom the link named is lost with its link', true, 'spent'],
    ['by the link for everybody begins again by it', false, 'plain'],
  ])('a visit %s', (_, named, kind) => {
    const page = opened(named);
    expect(restoreVisit(tab)).toBeNull();
    const { configId } = launched;
    const history = { replaceState: vi.fn<History['replaceState']>() };
    expect(recoverLostLink(address, history, page)).toMatchObject({ kind, configId });
    // So that the next reload gets the same answer.
    expect(history.replaceState.mock.calls.map(([, , to]) => to)).toEqual(
      named ? [`/org/c/${configId}`] : [],
    );
  });

  test('clears the window name of a deleted visit, and leaves any other window name unchanged', () => {
    const page = opened(true);
    forgetVisit(tab, page);
    expect(page.name).toBe('');
    const other = { name: 'the frame of a clinic' };
    forgetVisit(tab, other);
    const visit = createVisit(true);
    keepVisit(visit, tab, other);
    visit.setState(visitOf(launched), true);
    expect(other.name).toBe('the frame of a clinic');
    expect(recoverLostLink(address, { replaceState: broken }, other)).toBeNull();
  });
});

test('a stored visit does not set the window name', () => {
  const page = { name: '' };
  const visit = createVisit(true);
  keepVisit(visit, memory(), page);
  visit.setState(visitOf(launched), true);
  expect(page.name).toBe('');
});
