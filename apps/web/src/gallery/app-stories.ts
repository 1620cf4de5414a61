// SPDX-License-Identifier: Apache-2.0
/** Screens on the way to the measurement. */
import { createStore } from 'zustand/vanilla';
import { SERVICE_WORKER } from '../services/service-worker.ts';
import { PATHS } from '../routes/paths.ts';
import type { Services } from '../services/services.ts';
import { refused, settings } from './fake-backend.ts';
import { OUTCOMES } from './outcomes.ts';
import { lend, offline } from './lend.ts';
import { appears, press } from './steps.ts';
import type { AppStory } from './story.ts';

const ACTION = '[data-part="actions"] button';

/** A person who has done every step up to the profile. */
export function comeFar({ session }: Services): void {
  const state = session.getState();
  state.completePreload();
  state.acceptTerms();
  state.completeConsent();
}
const fetched = ({ session }: Services): void => session.getState().completePreload();
export const agreed = ({ session }: Services): void => {
  session.getState().completePreload();
  session.getState().acceptTerms();
};

const cameraFault = (name: string) => () =>
  lend(navigator.mediaDevices, 'getUserMedia', () => Promise.reject(new DOMException('', name)));
const firefox = (): (() => void) =>
  lend(
    navigator,
    'userAgent',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  );

/** The messages of the service worker, without a worker. */
const background = (updateReady: boolean, isOffline: boolean) => (): (() => void) => {
  const before = SERVICE_WORKER.getState();
  const store = createStore(() => ({ updateReady, offline: isOffline }));
  SERVICE_WORKER.setState({
    helper: { store, keepWorkers: () => undefined, applyUpdate: () => undefined },
  });
  return () => SERVICE_WORKER.setState(before, true);
};

const answered = (services: Services): void => {
  comeFar(services);
  const { editProfile, profile } = services.session.getState();
  editProfile({
    ...profile,
    age: '40',
    unit: 'imperial',
    heightFeet: '5',
    heightInches: '9',
    weight: '165',
    gender: 'female',
    smoker: '0',
    diabetic: '0',
    hypertension: '1',
    hypertensionMedication: '1',
    waist: '33',
    cuffSystolic: '128',
    cuffDiastolic: '79',
  });
};

export const APP_STORIES: Readonly<Record<string, AppStory>> = {
  loading: {
    path: PATHS.entry,
    answers: { 'GET /api/env-vars': 'never' },
    rests: '[role="status"]',
  },
  'start-failed': {
    path: PATHS.entry,
    answers: { 'GET /api/env-vars': refused(503, 'SERVICE_UNAVAILABLE') },
  },
  'browser-unsupported': { path: PATHS.entry, browser: firefox },
  'not-found': { path: '/nowhere' },
  preload: { path: PATHS.preload, answers: { HEAD: 'never' } },
  'preload-failed': { path: PATHS.preload, answers: { HEAD: refused(404, 'NOT_FOUND') } },
  'preload-offline': {
    path: PATHS.preload,
    answers: { HEAD: refused(404, 'NOT_FOUND') },
    browser: offline,
  },
  'camera-consent': { path: PATHS.cameraConsent, prepare: fetched },
  'camera-consent-asking': {
    path: PATHS.cameraConsent,
    prepare: fetched,
    answers: { 'GET /api/study': 'never' },
    steps: [press(ACTION)],
  },
  'camera-consent-denied': {
    path: PATHS.cameraConsent,
    prepare: fetched,
    browser: cameraFault('NotAllowedError'),
    steps: [press(ACTION), appears('[role="alertdialog"]')],
  },
  'camera-consent-offline': {
    path: PATHS.cameraConsent,
    prepare: fetched,
    answers: { 'GET /api/study': refused(503, 'SERVICE_UNAVAILABLE') },
    steps: [press(ACTION), appears('[role="alertdialog"]')],
  },
  'camera-consent-no-study': {
    path: PATHS.cameraConsent,
    prepare: fetched,
    answers: { 'GET /api/study': refused(404, 'NOT_FOUND') },
    steps: [press(ACTION), appears('[role="alertdialog"]')],
  },
  consent: { path: PATHS.consent, prepare: agreed },
  'consent-errors': { path: PATHS.consent, prepare: agreed, steps: [press(ACTION)] },
  profile: { path: PATHS.profile, prepare: comeFar },
  'profile-errors': {
    path: PATHS.profile,
    prepare: comeFar,
    steps: [press('form button[type="submit"]')],
  },
  'profile-answered': { path: PATHS.profile, prepare: answered },
  permission: { path: PATHS.permission, prepare: comeFar },
  'permission-denied': {
    path: PATHS.permission,
    prepare: comeFar,
    browser: cameraFault('NotAllowedError'),
    steps: [press(ACTION), appears('[role="alert"]')],
  },
  terms: { path: PATHS.terms },
  privacy: { path: PATHS.privacy },
  results: {
    path: PATHS.results,
    prepare: (services) => {
      comeFar(services);
      services.session.getState().finishMeasurement(OUTCOMES.good);
    },
  },
  'results-info': {
    path: PATHS.results,
    prepare: (services) => {
      comeFar(services);
      services.session.getState().finishMeasurement(OUTCOMES.good);
    },
    steps: [press('[data-metric="heartRate"] button'), appears('[role="dialog"]')],
  },
  'results-log': {
    path: PATHS.results,
    prepare: (services) => {
      comeFar(services);
      services.session.getState().finishMeasurement(OUTCOMES.good);
    },
    answers: settings({ showLogs: true }),
  },
  languages: {
    path: PATHS.consent,
    prepare: agreed,
    steps: [press('header [aria-haspopup="listbox"]'), appears('[role="listbox"]')],
  },
  'notice-offline': { path: PATHS.consent, prepare: agreed, browser: background(false, true) },
  'notice-update': { path: PATHS.consent, prepare: agreed, browser: background(true, false) },
  log: {
    path: PATHS.consent,
    prepare: agreed,
    answers: settings({ showLogs: true }),
    steps: [press('#root > div:last-child > button')],
  },
};
