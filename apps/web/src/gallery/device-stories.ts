// SPDX-License-Identifier: Apache-2.0
/** Screens of an analysis on this device, and what its browser stores. */
import type { AnalysisPlaces } from '@perfuse/contract/configuration/measurement';
import { givenConsent } from '../account/consents.ts';
import { rememberStart } from '../launch/remembered-start.ts';
import { deviceHistory, MAX_STORED } from '../platform/device-history/device-history.ts';
import { PATHS, type Path } from '../routes/paths.ts';
import type { Services } from '../services/services.ts';
import { agreed, comeFar } from './app-stories.ts';
import { refused, settings } from './fake-backend.ts';
import { lend } from './lend.ts';
import { OUTCOMES } from './outcomes.ts';
import { appears, press } from './steps.ts';
import type { AppStory } from './story.ts';

const DAY_MS = 86_400_000;
const MEASURED = {
  ...OUTCOMES.good,
  measurementId: 'device-9f2c7a30-0000-4000-8000-000000000001',
  analysedOn: 'device',
} as const;

const preferring =
  (before: (services: Services) => void) =>
  (services: Services): void => {
    before(services);
    services.session.getState().preferDevice(true);
  };

/** Has agreed to an analysis on this device only. */
const agreedHere = (services: Services): void => {
  comeFar(services);
  const purposes = {
    privacyPolicyAndTermsOfUse: '',
    healthDataProcessing: '',
    healthDataStorage: '',
    healthDataReprocessing: '',
  };
  const choice = { terms: true, data: false };
  const texts = { description: '', purposes };
  services.session.getState().completeConsent(givenConsent(choice, texts, '/privacy'));
};

const measured = (services: Services): void => {
  agreedHere(services);
  services.session.getState().finishMeasurement(MEASURED);
};

/** The sample's result on top of the person's own, which it does not replace. */
const sampled = (services: Services): void => {
  measured(services);
  const measurementId = 'sample-9f2c7a30-0000-4000-8000-000000000002';
  const { finishMeasurement } = services.session.getState();
  finishMeasurement({ ...MEASURED, measurementId, isSample: true, fromRecording: true });
};

/** Stores this many results in this browser, until the story ends. */
const keeping = (count: number) => (): (() => void) => {
  const history = deviceHistory(null);
  history.want(true);
  const kept = Array.from({ length: count }, (_, place) => {
    const at = Date.UTC(2026, 0, 31, 8, 41) - place * DAY_MS * 3;
    const { HR_BPM, ...others } = MEASURED.channels;
    const value = 64 + 5 * Math.sin(place);
    const channels = HR_BPM === undefined ? others : { ...others, HR_BPM: { ...HR_BPM, value } };
    const outcome = { ...MEASURED, channels, finishedAt: at, evidence: undefined };
    return { id: `device-${String(place)}`, at, organisation: null, outcome };
  });
  for (const one of kept) void history.keep(one);
  // Not all at once: that would also delete the choice to keep results, for the next story as well.
  return () => {
    for (const { id } of kept) void history.erase(id);
  };
};

/** Opened earlier with a network, where the person may choose the place of analysis. */
const openedBefore = (): (() => void) => {
  rememberStart(window.localStorage, {
    envVars: { apiHost: 'localhost/analysis', analysis: 'choice' },
    status: {
      auth: false,
      signIn: { loginType: 'password', allowSignup: true, orgIdentifier: 'demo' },
    },
  });
  return () => window.localStorage.clear();
};

const fault = (name: string) => (): never => {
  throw new DOMException('', name);
};
const withoutDatabase = (): (() => void) => lend(window.indexedDB, 'open', fault('SecurityError'));
const withoutRoom = (): (() => void) =>
  lend(IDBObjectStore.prototype, 'put', fault('QuotaExceededError'));

const at = (path: Path, analysis: AnalysisPlaces, change: Omit<AppStory, 'path'>): AppStory => ({
  ...change,
  path,
  answers: { ...settings({ analysis }), ...change.answers },
});
const HISTORY = { prepare: agreedHere } as const;
const KEEP = press('main input[type="checkbox"]');

export const DEVICE_STORIES: Readonly<Record<string, AppStory>> = {
  'camera-consent-choice': at(PATHS.cameraConsent, 'choice', {
    prepare: ({ session }) => session.getState().completePreload(),
  }),
  'camera-consent-device': at(PATHS.cameraConsent, 'choice', {
    prepare: preferring(({ session }) => session.getState().completePreload()),
  }),
  'consent-device': at(PATHS.consent, 'choice', { prepare: preferring(agreed) }),
  'consent-device-errors': at(PATHS.consent, 'device', {
    prepare: agreed,
    steps: [press('[data-part="actions"] button')],
  }),
  'start-failed-choice': {
    path: PATHS.entry,
    answers: { 'GET /api/env-vars': refused(503, 'SERVICE_UNAVAILABLE') },
    browser: openedBefore,
  },
  'privacy-device': at(PATHS.privacy, 'device', {}),
  'privacy-choice': at(PATHS.privacy, 'choice', {}),
  'my-profile-device': at(PATHS.myProfile, 'device', { prepare: agreedHere, browser: keeping(1) }),
  'results-device': at(PATHS.results, 'device', { prepare: measured }),
  'results-device-kept': at(PATHS.results, 'device', { prepare: measured, browser: keeping(2) }),
  'results-device-full': at(PATHS.results, 'device', {
    prepare: measured,
    browser: withoutRoom,
    steps: [KEEP, appears('main [role="alert"] p')],
  }),
  'results-device-denied': at(PATHS.results, 'device', {
    prepare: measured,
    browser: withoutDatabase,
    steps: [KEEP, appears('main [role="alert"] p')],
  }),
  'camera-consent-sample': {
    path: PATHS.cameraConsent,
    answers: settings({ sampleMeasurement: true }),
    prepare: ({ session }) => session.getState().completePreload(),
  },
  'results-sample': at(PATHS.results, 'service', { prepare: sampled }),
  'history-device': at(PATHS.history, 'device', {
    ...HISTORY,
    browser: keeping(6),
    steps: [appears('main li')],
  }),
  // More than the browser keeps.
  'history-device-most': at(PATHS.history, 'device', {
    ...HISTORY,
    browser: keeping(MAX_STORED + 3),
    steps: [appears('main li')],
  }),
  'history-device-empty': at(PATHS.history, 'device', { ...HISTORY, browser: keeping(0) }),
  'history-device-unwanted': at(PATHS.history, 'device', HISTORY),
  'history-device-failed': at(PATHS.history, 'device', {
    ...HISTORY,
    browser: withoutDatabase,
    steps: [appears('[role="alert"]')],
  }),
  'history-device-delete': at(PATHS.history, 'device', {
    ...HISTORY,
    browser: keeping(3),
    steps: [press('main li button'), appears('[role="alertdialog"]')],
  }),
};
