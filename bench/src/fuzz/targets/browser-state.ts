// SPDX-License-Identifier: Apache-2.0
/** State that a page reads on start: its URL, and the browser's storage, which may contain anything. */
import { restoreSession } from '@perfuse/web/internal/session/persistence';
import {
  INITIAL_STORED_SESSION,
  storedSessionSchema,
} from '@perfuse/web/internal/session/session-state';
import { createDeviceToken } from '@perfuse/web/internal/account/device-token';
import { launchLinkOf } from '@perfuse/web/internal/launch/launch-link';
import { restoreVisit } from '@perfuse/web/internal/launch/visit-storage';
import { bytesOf, jsonBytes, textOf } from '../engine/bytes.ts';
import { assertThat, isSame } from '../engine/oracle.ts';
import type { Target } from '../engine/target.ts';

/** A storage that returns one text for every key. */
const holding = (text: string): Storage => ({
  length: 1,
  getItem: () => text,
  clear: () => undefined,
  key: () => null,
  removeItem: () => undefined,
  setItem: () => undefined,
});

function link(pathname: string): void {
  const found = launchLinkOf({ pathname });
  if (found?.kind !== 'signed') return;
  const { configId, profileData, token, refreshToken, sessionId } = found;
  const parts = [configId, profileData, token, refreshToken, ...(sessionId ? [sessionId] : [])];
  let path: string;
  try {
    path = `/org/c/${parts.map(encodeURIComponent).join('/')}`;
  } catch {
    return; // A URL cannot contain a lone surrogate.
  }
  assertThat(
    isSame(launchLinkOf({ pathname: path }), found),
    'a link that is read can be written and read',
  );
}

const never = (): Promise<never> => Promise.reject(new Error('not asked'));

export function openBrowserState(): Promise<Target> {
  const outcome = {
    measurementId: 'm',
    status: 'measured',
    snr: 4,
    stars: 3,
    frames: { seen: 900, dropped: 0, rate: 30 },
    channels: { HR_BPM: { value: 61, unit: '/min', kind: 'measured', source: 'pulse' } },
  };
  const launched = {
    configId: 'conf-acme',
    studyId: 's',
    orgId: 'o',
    orgIdentifier: 'acme',
    orgName: 'Clinic',
    orgAddress: '',
    orgAddresses: [],
    branchId: null,
    logo: null,
    settings: {
      onboarding: {
        loginType: 'password',
        allowSignup: false,
        demographicsEntryMode: 'profileForm',
      },
      encryptResults: false,
      expireTokenAfterMeasurement: false,
      debugMode: false,
      showLogs: false,
      embedOrigins: [],
    },
    profile: { identifier: 'case-7', age: 40 },
    resultsCallbackUrl: null,
    sessionId: 's-1',
    launchId: 'l',
    wantsEvents: false,
    postsResults: false,
    deviceToken: null,
  };
  return Promise.resolve({
    seeds: [
      jsonBytes(INITIAL_STORED_SESSION),
      jsonBytes(outcome),
      jsonBytes({ version: 1, launched, isOver: false }),
      jsonBytes({ Token: 'a', RefreshToken: 'b', launched: true }),
      bytesOf('/org/i/conf-acme'),
      bytesOf('/org/c/conf-acme/eyJh.e30.AA/t/r/s-1'),
      bytesOf('/c/a/b/c%2Fd/e'),
    ],
    words: ['/org/c/', '/i/', '%2F', '%', '%E0%A4%A', 'version', 'launched', '//', '%00'],
    run: async (input) => {
      const text = textOf(input);
      link(text);
      const storage = holding(text);
      const { stored } = restoreSession({ local: storage, tab: storage }, 'enterprise');
      const again = storedSessionSchema.safeParse(stored);
      assertThat(
        stored === null || (again.success && isSame(again.data, stored)),
        'a session is whole',
      );
      restoreVisit(storage);
      const token = createDeviceToken({ issue: never, renew: never }, storage);
      const kept = await token.get().catch(() => null);
      assertThat(kept === null || typeof kept === 'string', 'a kept token is a text');
    },
  });
}
