// SPDX-License-Identifier: Apache-2.0
import { givenConsent } from '../account/consents.ts';
import { POLICY_VERSION } from '@perfuse/contract/account/consent';
import { EMPTY_PROFILE } from '@perfuse/contract/person/profile';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OUTCOME } from './outcome.test-support.ts';
import {
  adoptStored,
  forgetStored,
  persistSession,
  restoreSession,
  SAVE_INTERVAL_MS,
  storedFor,
} from './persistence.ts';
import { ownerOf } from './session-state.ts';
import { createSessionStore } from './session-store.ts';

/** An in-memory storage that counts its writes. */
function memory() {
  const entries = new Map<string, string>();
  return {
    entries,
    writes: 0,
    get length() {
      return entries.size;
    },
    key: (index: number) => [...entries.keys()][index] ?? null,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem(key: string, value: string) {
      this.writes += 1;
      entries.set(key, value);
    },
    removeItem: (key: string) => {
      entries.delete(key);
    },
  };
}

function open(local = memory(), tab = memory()) {
  const storages = { local, tab };
  const store = createSessionStore(restoreSession(storages, 'consumer'));
  const saver = persistSession(store, storages, 'consumer');
  return { local, tab, store, saver, session: () => store.getState() };
}

/** @param organisation of the visit stored in the tab; undefined: a link has just opened it. */
function openEnterprise(organisation?: string | null, local = memory(), tab = memory()) {
  const storages = { local, tab };
  const store = createSessionStore(restoreSession(storages, 'enterprise', organisation), (of) =>
    storedFor(local, 'enterprise', of),
  );
  const saver = persistSession(store, storages, 'enterprise');
  return { local, tab, storages, store, saver, session: () => store.getState() };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const CONSENT = givenConsent(
  { terms: true, data: true },
  {
    description: 'Consent',
    purposes: {
      privacyPolicyAndTermsOfUse: 'terms',
      healthDataProcessing: 'processing',
      healthDataStorage: 'storage',
      healthDataReprocessing: 'reprocessing',
    },
  },
  '/privacy',
);

describe('saving', () => {
  test('happens at most once a second, with the latest state', () => {
    const { local, session } = open();
    session().editProfile({ ...EMPTY_PROFILE, age: '4' });
    session().editProfile({ ...EMPTY_PROFILE, age: '45' });
    session().acceptTerms();
    expect(local.writes).toBe(0);
    vi.advanceTimersByTime(SAVE_INTERVAL_MS);
    expect(local.writes).toBe(1);
    expect(local.entries.get('perfuse.session.consumer')).toContain('"age":"45"');
    vi.advanceTimersByTime(10 * SAVE_INTERVAL_MS);
    expect(local.writes).toBe(1);
  });

  test('happens at once when the page is left', () => {
    const { local, session, saver } = open();
    session().acceptTerms();
    saver.flush();
    expect(local.writes).toBe(1);
    vi.advanceTimersByTime(SAVE_INTERVAL_MS);
    expect(local.writes).toBe(1);
  });

  test('leaves out the notification and the preload', () => {
    const { local, session, saver } = open();
    session().notify({ kind: 'error', title: 'Oh', message: 'secret words' });
    session().completePreload();
    saver.flush();
    const stored = local.entries.get('perfuse.session.consumer') ?? '';
    expect(stored).not.toContain('secret words');
    expect(stored).not.toContain('preload');
  });

  test('keeps results in the tab only', () => {
    const { local, tab, session, saver } = open();
    session().finishMeasurement(OUTCOME);
    saver.flush();
    expect([...local.entries.values()].join()).not.toContain('HR_BPM');
    expect(tab.entries.get('perfuse.results.consumer')).toContain('HR_BPM');
  });
});

describe('restoring', () => {
  test('brings back the flow, the profile and the result', () => {
    const first = open();
    first.session().acceptTerms();
    first.session().completeConsent();
    first.session().editProfile({ ...EMPTY_PROFILE, age: '45' });
    first.session().finishMeasurement(OUTCOME);
    first.saver.flush();
    const second = open(first.local, first.tab).session();
    expect(second).toMatchObject({
      termsAccepted: true,
      consentCompleted: true,
      profileCompleted: false,
      preloadCompleted: false,
      lastMeasurement: OUTCOME,
      results: [OUTCOME],
    });
    expect(second.profile.age).toBe('45');
  });

  test('brings back the last good result, and nothing of an interrupted attempt after it', () => {
    const first = open();
    first.session().finishMeasurement(OUTCOME);
    first.session().finishMeasurement({ ...OUTCOME, status: 'failed', error: 'TAB_HIDDEN' });
    first.saver.flush();
    expect(open(first.local, first.tab).session().results).toEqual([OUTCOME]);
  });

  test('keeps the editions apart', () => {
    const { local, tab, session, saver } = open();
    session().acceptTerms();
    saver.flush();
    expect(restoreSession({ local, tab }, 'enterprise').stored).toBeNull();
  });

  test.each([
    ['no JSON', '{"version":1,'],
    ['another version', '{"version":2}'],
    ['a wrong type', '{"version":1,"termsAccepted":"yes"}'],
    ['null', 'null'],
  ])('discards a corrupt state: %s', (_, text) => {
    const local = memory();
    local.entries.set('perfuse.session.consumer', text);
    const { session } = open(local);
    expect(session().termsAccepted).toBe(false);
    expect(local.entries.has('perfuse.session.consumer')).toBe(false);
  });

  test('works without storage, and with one that throws', () => {
    const broken = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const throwing = {
      length: 1,
      key: broken,
      getItem: broken,
      setItem: broken,
      removeItem: broken,
    };
    for (const storage of [null, throwing]) {
      const storages = { local: storage, tab: storage };
      const store = createSessionStore(restoreSession(storages, 'consumer'));
      const saver = persistSession(store, storages, 'consumer');
      store.getState().acceptTerms();
      saver.flush();
      forgetStored(storages, 'consumer');
      expect(store.getState().termsAccepted).toBe(true);
    }
  });
});

test('editing the profile after it was submitted requires another submit', () => {
  const { session } = open();
  session().completeProfile();
  session().editProfile({ ...EMPTY_PROFILE, age: '46' });
  expect(session().profileCompleted).toBe(false);
});

test('reset forgets the person but not the loaded files', () => {
  const { session } = open();
  session().completePreload();
  session().editProfile({ ...EMPTY_PROFILE, age: '46' });
  session().acceptTerms();
  session().finishMeasurement(OUTCOME);
  session().reset();
  expect(session()).toMatchObject({
    preloadCompleted: true,
    termsAccepted: false,
    profile: EMPTY_PROFILE,
    lastMeasurement: null,
    results: [],
  });
});

test('the signed-in user survives a page load, a reset and another link, but not a sign-out', () => {
  const { session, saver, local } = open();
  session().identify('ann');
  session().reset();
  session().enter({ organisation: 'org-1', visit: null }, true);
  saver.flush();
  const next = open(local);
  expect(ownerOf(next.session())).toBe('ann');
  next.session().identify(null);
  expect(ownerOf(next.session())).toBeNull();
});

test("a visit whose link names the person does not share the stored results of the browser's guests", () => {
  const { session } = open();
  session().enter({ organisation: 'org-1', visit: 'visit-7' }, true);
  expect(ownerOf(session())).toBeUndefined();
});

describe('two tabs', () => {
  const key = 'perfuse.session.consumer';

  test('synchronise: one adopts the state that the other stores, and keeps its own result', () => {
    const one = open();
    one.session().acceptTerms();
    one.session().completeConsent();
    one.saver.flush();
    const two = open();
    two.session().finishMeasurement(OUTCOME);
    adoptStored(two.store, 'consumer', { key, newValue: one.local.getItem(key) });
    expect(two.session()).toMatchObject({ consentCompleted: true, lastMeasurement: OUTCOME });
  });

  test('delete the results when the consent given in both is withdrawn in the other', () => {
    const one = open();
    one.session().completeConsent();
    one.saver.flush();
    const two = open(one.local);
    two.session().finishMeasurement(OUTCOME);
    one.session().acceptTerms();
    one.session().withdrawConsent();
    one.saver.flush();
    // As when a person who has not agreed yet signs in there.
    adoptStored(two.store, 'consumer', { key, newValue: one.local.getItem(key) });
    expect(two.session().results).toEqual([OUTCOME]);
    two.session().completeConsent();
    one.session().reset();
    one.saver.flush();
    adoptStored(two.store, 'consumer', { key, newValue: one.local.getItem(key) });
    two.saver.flush();
    expect(two.session()).toMatchObject({ lastMeasurement: null, results: [] });
    expect(two.tab.entries.size).toBe(0);
  });

  test.each([
    ['another key', 'perfuse.session.enterprise', '{"version":1}'],
    ['garbage', key, '{"version":1,'],
    ['another version', key, '{"version":2}'],
  ])('adopt nothing from %s', (_, changed, newValue) => {
    const { session, store } = open();
    session().acceptTerms();
    adoptStored(store, 'consumer', { key: changed, newValue });
    expect(session().termsAccepted).toBe(true);
  });

  test('of two organisations keep their consents separate', () => {
    const one = open();
    one.session().enter({ organisation: 'org-1', visit: null }, false);
    one.session().completeConsent();
    one.saver.flush();
    const two = open();
    two.session().enter({ organisation: 'org-2', visit: null }, false);
    adoptStored(two.store, 'consumer', { key, newValue: one.local.getItem(key) });
    expect(two.session()).toMatchObject({ organisation: 'org-2', consentCompleted: false });
    // Nor does a page without an organisation, such as a mail's link, end the consent given to one.
    const none = open();
    none.session().acceptTerms();
    none.saver.flush();
    adoptStored(one.store, 'consumer', { key, newValue: none.local.getItem(key) });
    expect(one.session()).toMatchObject({ organisation: 'org-1', consentCompleted: true });
  });

  test('of two visits whose links name the person share no data', () => {
    const local = memory();
    const inVisit = (visit: string, age: string) => {
      const tab = open(local);
      tab.session().enter({ organisation: 'org-1', visit }, true);
      tab.session().completeConsent();
      tab.session().editProfile({ ...EMPTY_PROFILE, age });
      tab.saver.flush();
      return tab;
    };
    const one = inVisit('s-1', '40');
    const two = inVisit('s-2', '77');
    adoptStored(one.store, 'consumer', { key, newValue: two.tab.getItem(key) });
    adoptStored(one.store, 'consumer', { key: null, newValue: null });
    expect(one.session()).toMatchObject({ visit: 's-1', profile: { age: '40' } });
    expect(open(local, one.tab).session()).toMatchObject({ visit: 's-1', profile: { age: '40' } });
    // The next user of this browser is neither of them.
    expect([...local.entries]).toEqual([]);
    expect(open(local).session()).toMatchObject({
      consentCompleted: false,
      profile: EMPTY_PROFILE,
    });
  });

  test('request the profile according to their own configuration', () => {
    const one = open();
    one.session().setDemographicsEntryMode('noDemographics');
    one.saver.flush();
    const two = open();
    adoptStored(two.store, 'consumer', { key, newValue: one.local.getItem(key) });
    expect(two.session().demographicsEntryMode).toBe('profileForm');
  });

  test('do not change the data of others during a visit, until the tab continues without it', () => {
    const guest = open();
    guest.session().editProfile({ ...EMPTY_PROFILE, age: '45' });
    guest.saver.flush();
    const { session, saver, tab, local } = open(guest.local);
    session().enter({ organisation: 'org-1', visit: 's-1' }, true);
    saver.flush();
    expect(open(local).session().profile.age).toBe('45');
    session().enter({ organisation: 'org-1', visit: null }, false);
    saver.flush();
    expect(tab.entries.has(key)).toBe(false);
    expect(open(local).session()).toMatchObject({ organisation: 'org-1', profile: EMPTY_PROFILE });
  });

  test('delete the data stored for the user of the browser', () => {
    const { session, saver, local } = open();
    session().editProfile({ ...EMPTY_PROFILE, age: '45' });
    saver.flush();
    forgetStored({ local, tab: null }, 'consumer');
    expect(open(local).session().profile).toEqual(EMPTY_PROFILE);
  });

  test('start over when the stored state is deleted', () => {
    const { session, store } = open();
    session().acceptTerms();
    adoptStored(store, 'consumer', { key: null, newValue: null });
    expect(session().termsAccepted).toBe(false);
  });
});

describe('tabs of several organisations', () => {
  const key = 'perfuse.session.enterprise';

  /** A tab in which a person has agreed, entered their age and been measured. */
  const measuredIn = (organisation: string | null, age: string, local = memory()) => {
    const tab = openEnterprise(undefined, local);
    tab.session().enter({ organisation, visit: null }, false);
    tab.session().acceptTerms();
    tab.session().completeConsent();
    tab.session().editProfile({ ...EMPTY_PROFILE, age });
    tab.session().finishMeasurement(OUTCOME);
    tab.saver.flush();
    return tab;
  };
  const whole = (organisation: string | null, age: string) => ({
    organisation,
    consentCompleted: true,
    profile: { age },
    results: [OUTCOME],
  });

  test('do not write in response to a write of another', () => {
    const one = measuredIn('org-1', '40');
    const two = measuredIn('org-2', '77', one.local);
    const { writes } = one.local;
    adoptStored(one.store, 'enterprise', { key, newValue: two.local.getItem(key) });
    vi.advanceTimersByTime(SAVE_INTERVAL_MS);
    expect(one.local.writes).toBe(writes);
  });

  test.each([['org-1'], [null]])(
    'keep all their data across a reload, when the first is of %s',
    (first) => {
      const one = measuredIn(first, '40');
      const two = measuredIn('org-2', '77', one.local);
      expect(openEnterprise(first, one.local, one.tab).session()).toMatchObject(whole(first, '40'));
      expect(openEnterprise('org-2', one.local, two.tab).session()).toMatchObject(
        whole('org-2', '77'),
      );
    },
  );

  test('share the consent to an organisation with a new tab of the same organisation', () => {
    const one = measuredIn('org-1', '40');
    measuredIn('org-2', '77', one.local);
    const more = openEnterprise(undefined, one.local);
    more.session().enter({ organisation: 'org-1', visit: null }, false);
    expect(more.session()).toMatchObject({ ...whole('org-1', '40'), results: [] });
    // Not if it may be a different person: somebody signed in, or the link names its own.
    more.session().identify('u-1');
    more.session().enter({ organisation: 'org-2', visit: null }, false);
    expect(more.session()).toMatchObject({ consentCompleted: false, profile: EMPTY_PROFILE });
    more.session().enter({ organisation: 'org-2', visit: 's-1' }, true);
    expect(more.session()).toMatchObject({ consentCompleted: false, profile: EMPTY_PROFILE });
    more.session().enter({ organisation: 'org-2', visit: null }, true);
    expect(more.session()).toMatchObject({ consentCompleted: false, profile: EMPTY_PROFILE });
  });

  test('all delete the data of a user who is forgotten in one', () => {
    const one = measuredIn('org-1', '40');
    const two = measuredIn('org-2', '77', one.local);
    const consumer = open(one.local);
    consumer.session().editProfile({ ...EMPTY_PROFILE, age: '51' });
    consumer.saver.flush();
    forgetStored(two.storages, 'enterprise');
    two.session().reset();
    two.saver.flush();
    adoptStored(one.store, 'enterprise', { key, newValue: null });
    one.saver.flush();
    expect([...one.local.entries.values(), ...one.tab.entries.values()].join()).not.toMatch(
      /"age":"(40|77)"|HR_BPM/,
    );
    for (const organisation of ['org-1', 'org-2']) {
      const { session } = openEnterprise(organisation, one.local, one.tab);
      expect(session()).toMatchObject({ consentCompleted: false, profile: EMPTY_PROFILE });
    }
    expect(open(one.local).session().profile.age).toBe('51');
  });

  test('read the state of an older version, which stored all organisations under one key', () => {
    const one = measuredIn('org-1', '40');
    const local = memory();
    local.setItem(key, one.local.getItem(key) ?? '');
    expect(openEnterprise('org-1', local, one.tab).session()).toMatchObject(whole('org-1', '40'));
    expect(openEnterprise('org-2', local).session()).toMatchObject({ consentCompleted: false });
  });
});

test('a stored state of another shape is ignored', () => {
  const local = memory();
  const old = { version: 1, termsAccepted: true, consentCompleted: true, profileCompleted: true };
  local.setItem('perfuse.session.consumer', JSON.stringify({ ...old, profile: EMPTY_PROFILE }));
  expect(open(local).session().termsAccepted).toBe(false);
});

test('a new policy version requires a new consent from guests only', () => {
  const agreed = (policy_version: string) => {
    const first = open();
    first.session().completeConsent({ ...CONSENT, policy_version });
    first.saver.flush();
    return open(first.local).session();
  };
  expect(agreed(POLICY_VERSION)).toMatchObject({ consentCompleted: true, consent: CONSENT });
  expect(agreed('2019-01-01')).toMatchObject({ consentCompleted: false, consent: null });
  const person = open();
  person.session().completeConsent();
  person.saver.flush();
  expect(open(person.local).session().consentCompleted).toBe(true);
});

test('the entry mode of an organisation survives a reset', () => {
  const { session } = open();
  session().setDemographicsEntryMode('noDemographics');
  session().reset();
  expect(session().demographicsEntryMode).toBe('noDemographics');
});
