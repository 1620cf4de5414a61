// SPDX-License-Identifier: Apache-2.0
/** Every setting of a configuration and what it changes (specification, section 3): one row for each. */
import type { LaunchedConfiguration, LaunchSettings } from '@perfuse/contract/launch/configuration';
import { describe, expect, test, vi } from 'vitest';
import { resultsSettingsOf } from '../../features/results/model/results-settings.ts';
import { shownSections } from '../../metrics/metrics.ts';
import { settingsOf } from '../../features/measurement/model/settings.ts';
import { tokensExpire } from '../../features/measurement/callback/expire-tokens.ts';
import { startsByItself } from '../../platform/camera/auto-start.ts';
import { isUnsupported, UNSUPPORTED_BY_DEFAULT } from '../../platform/browser/unsupported.ts';
import { analysisPlacesOf } from '../../launch/analysis-places.ts';
import { trackerChoiceOf } from '../../platform/capture/tracker-choice.ts';
import { languageOf } from '../../i18n/language.ts';
import { createSessionStore } from '../../session/session-store.ts';
import { enterSession, followVisit, formOf, resumeSession } from '../../launch/begin-visit.ts';
import { brandOf } from '../../launch/branding.ts';
import { followDebugMode } from './debug-mode.ts';
import type { LaunchFacts } from '../../launch/launch.ts';
import { launchedFacts } from './launched-facts.ts';
import { launchedConfiguration } from '../../launch/launched.test-support.ts';
import { createVisit, launchedPerson, visitOf, type Visit } from '../../launch/visit.ts';

const FACTS: LaunchFacts = {
  analysisHost: 'own.example/analysis',
  requiresAuthentication: true,
  signIn: { loginType: 'password', allowSignup: true, orgIdentifier: 'demo' },
  settings: {},
};
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PROFILE = { identifier: 'patient-7' };
const WHOLE = {
  ...PROFILE,
  age: 45,
  height: 170,
  weight: 60,
  gender: 'female',
  smoking: 1,
  diabetes: '0',
  bloodpressuremedication: 0,
} as const;

const screenOf = ({ launched }: Visit) => settingsOf('enterprise', launched?.settings ?? {});
const results = ({ launched }: Visit) => resultsSettingsOf(launched?.settings ?? {});
const facts = (visit: Visit) => launchedFacts(FACTS, visit);
const storeOf = (visit: Visit) => {
  const store = createVisit(true);
  store.setState(visit, true);
  return store;
};
const sessionAfter = ({ launched }: Visit) => {
  const session = createSessionStore({ stored: null, results: [] });
  if (launched !== null) enterSession({ session }, launched, false);
  return session.getState();
};
const spokenUp = (visit: Visit): boolean => {
  const speakUp = vi.fn();
  followDebugMode(storeOf(visit), speakUp);
  return speakUp.mock.calls.length > 0;
};

interface Switch {
  readonly what: string;
  readonly on: Partial<LaunchSettings>;
  readonly effect: (visit: Visit) => unknown;
  readonly without: unknown;
  readonly with: unknown;
}
const onboarding = {
  loginType: 'phone',
  allowSignup: true,
  demographicsEntryMode: 'noDemographics',
} as const;

/** Tested elsewhere: the delivery of results in features/measurement/callback, frames in platform/embed. */
const SWITCHES: Readonly<
  Record<Exclude<keyof LaunchSettings, 'embedOrigins' | 'encryptResults'>, readonly Switch[]>
> = {
  resultPages: [
    {
      what: 'only the listed sections show, in their own order',
      on: { resultPages: ['overall', 'vitals-breathing'] },
      effect: (visit) => shownSections('enterprise', results(visit).resultPages).join(),
      without:
        'vitals-breathing,physiological,mental,physical,cvd-hrattack-stroke,metabolic,bloodbiomarkers,overall',
      with: 'vitals-breathing,overall',
    },
  ],
  hideHistograms: [
    {
      what: 'dials and bars are left out',
      on: { hideHistograms: true },
      effect: (visit) => results(visit).hideHistograms,
      without: false,
      with: true,
    },
  ],
  onboarding: [
    {
      what: 'people sign in by phone',
      on: { onboarding },
      effect: (visit) => facts(visit).signIn.loginType,
      without: 'password',
      with: 'phone',
    },
    {
      what: 'people may sign up',
      on: { onboarding },
      effect: (visit) => facts(visit).signIn.allowSignup,
      without: false,
      with: true,
    },
    {
      what: 'nobody is asked for a profile',
      on: { onboarding },
      effect: (visit) => sessionAfter(visit).demographicsEntryMode,
      without: 'profileForm',
      with: 'noDemographics',
    },
  ],
  branding: [
    {
      what: "the window's title is the organisation's",
      on: { branding: { pageTitle: 'Acme' } },
      effect: (visit) => brandOf(visit).pageTitle,
      without: null,
      with: 'Acme',
    },
    {
      what: 'a picture stands above the measurement',
      on: { branding: { measurementHeaderImage: 'https://acme.example/head.png' } },
      effect: (visit) => screenOf(visit).headerImage,
      without: null,
      with: 'https://acme.example/head.png',
    },
    {
      what: 'but nothing that is no picture',
      on: { branding: { measurementHeaderImage: 'https://acme.example/head.svg' } },
      effect: (visit) => screenOf(visit).headerImage,
      without: null,
      with: null,
    },
  ],
  language: [
    {
      what: 'the app speaks it',
      on: { language: 'br' },
      effect: ({ language }) => (language === null ? null : languageOf(language)),
      without: null,
      with: 'pt-BR',
    },
  ],
  defaultMobileCamera: [
    {
      what: 'phones open the rear camera',
      on: { defaultMobileCamera: 'rear' },
      effect: (visit) => screenOf(visit).defaultPhoneCamera,
      without: 'user',
      with: 'environment',
    },
  ],
  cameraAutoStart: [
    {
      what: 'the camera of a phone starts by itself',
      on: { cameraAutoStart: true },
      effect: (visit) => {
        const { cameraAutoStart } = screenOf(visit);
        return startsByItself({ isPhone: true, cameraAutoStart, selectedCamera: null });
      },
      without: false,
      with: true,
    },
  ],
  measurementAutoStart: [
    {
      what: 'filming begins as soon as the face is ready',
      on: { measurementAutoStart: true },
      effect: (visit) => screenOf(visit).measurement.autoStart,
      without: false,
      with: true,
    },
  ],
  measurementControls: [
    {
      what: 'the guide is an oval in a filled picture',
      on: {
        measurementControls: { useOvalShape: true, fillOuterShape: true, outerFillColor: '#123' },
      },
      effect: (visit) => JSON.stringify(screenOf(visit).guide),
      without: '{"shape":"circle","outerFill":null}',
      with: '{"shape":"oval","outerFill":"#123"}',
    },
    {
      what: 'constraints are off',
      on: {
        measurementControls: {
          distance: { enabled: false },
          direction: { enabled: false },
          movement: { enabled: false },
        },
      },
      effect: (visit) => {
        const { constraints, checkUp } = screenOf(visit).measurement;
        return [constraints.distance, constraints.direction, checkUp.movement].join();
      },
      without: 'true,true,block',
      with: 'false,false,off',
    },
    {
      what: 'the check-up is set aspect by aspect',
      on: { measurementControls: { checkUp: { brightness: 'block', frameRate: 'off' } } },
      effect: (visit) => {
        const { brightness, frameRate, evenness } = screenOf(visit).measurement.checkUp;
        return [brightness, frameRate, evenness].join();
      },
      without: 'warn,warn,warn',
      with: 'block,off,warn',
    },
  ],
  unsupportedBrowsers: [
    {
      what: 'Firefox is let in',
      on: { unsupportedBrowsers: [] },
      effect: ({ launched }) =>
        isUnsupported(FIREFOX, launched?.settings.unsupportedBrowsers ?? UNSUPPORTED_BY_DEFAULT),
      without: true,
      with: false,
    },
  ],
  faceTracker: [
    {
      what: 'faces are read by the other tracker',
      on: { faceTracker: 'visage' },
      effect: (visit) => trackerChoiceOf(facts(visit).settings).tracker,
      without: 'mediapipe',
      with: 'visage',
    },
  ],
  analysis: [
    {
      what: 'measurements are analysed on the device',
      on: { analysis: 'device' },
      effect: (visit) => analysisPlacesOf({}, visit),
      without: 'service',
      with: 'device',
    },
    {
      what: 'the person may choose',
      on: { analysis: 'choice' },
      effect: (visit) => analysisPlacesOf({}, visit),
      without: 'service',
      with: 'choice',
    },
  ],
  customApiHostname: [
    {
      what: 'another service analyses',
      on: { customApiHostname: 'other.example/dfx' },
      effect: (visit) => facts(visit).analysisHost,
      without: 'own.example/analysis',
      with: 'other.example/dfx',
    },
    {
      what: 'its REST is asked as well',
      on: { customApiHostname: 'other.example/dfx' },
      effect: (visit) => {
        const followLaunch = vi.fn();
        followVisit({ followLaunch }, visit);
        return (followLaunch.mock.calls[0]?.[0] as { analysisHost: unknown }).analysisHost;
      },
      without: null,
      with: 'other.example/dfx',
    },
  ],
  expireTokenAfterMeasurement: [
    {
      what: 'the tokens end with the measurement',
      on: { expireTokenAfterMeasurement: true },
      effect: (visit) => tokensExpire(storeOf(visit)),
      without: false,
      with: true,
    },
  ],
  showLogs: [
    {
      what: 'the log shows',
      on: { showLogs: true },
      effect: (visit) => facts(visit).settings.showLogs,
      without: false,
      with: true,
    },
  ],
  debugMode: [
    {
      what: "the browser's console speaks",
      on: { debugMode: true },
      effect: spokenUp,
      without: false,
      with: true,
    },
  ],
};

describe.each(Object.entries(SWITCHES))('%s', (_, rows) => {
  test.each(rows)('$what', ({ on, effect, without, with: expected }) => {
    expect(effect(visitOf(launchedConfiguration()))).toBe(without);
    expect(effect(visitOf(launchedConfiguration({}, on)))).toBe(expected);
  });
});

describe('an integrator’s profile', () => {
  const visitWith = (profile: LaunchedConfiguration['profile']): Visit =>
    visitOf(launchedConfiguration({ profile }));

  test('that is complete is used for the measurement, without a form', () => {
    const visit = visitWith(WHOLE);
    expect(launchedPerson(visit)).toMatchObject({ ageYears: 45, smoker: true, sex: 'female' });
    expect(sessionAfter(visit).demographicsEntryMode).toBe('noDemographics');
  });

  test('of a person too young for the form is used unchanged', () => {
    const visit = visitWith({ ...PROFILE, age: 15 });
    expect(launchedPerson(visit)).toMatchObject({ ageYears: 15, sex: 'unspecified' });
    expect(sessionAfter(visit).demographicsEntryMode).toBe('noDemographics');
  });

  test('with gaps is used as far as it goes; the form is shown only if the configuration says so', () => {
    const answer = { profile: { ...WHOLE, smoking: undefined } };
    const asking = visitOf(launchedConfiguration(answer));
    const silent = visitOf(launchedConfiguration(answer, { onboarding }));
    for (const visit of [asking, silent]) {
      expect(launchedPerson(visit)).toMatchObject({ ageYears: 45, diabetes: 'none' });
      expect(launchedPerson(visit)?.smoker).toBeUndefined();
    }
    expect(sessionAfter(asking).demographicsEntryMode).toBe('profileForm');
    expect(sessionAfter(silent).demographicsEntryMode).toBe('noDemographics');
  });

  test('that is insufficient prefills the form with the given values only', () => {
    const visit = visitWith({ ...PROFILE, age: 40, smoking: 0, antihypertensive: 1 });
    expect(sessionAfter(visit)).toMatchObject({
      demographicsEntryMode: 'profileForm',
      profile: { age: '40', heightCm: '', smoker: '0', hypertension: '1', diabetic: '' },
    });
    expect(formOf(PROFILE)).toMatchObject({ smoker: '', hypertension: '', gender: '' });
    // The browser is not asked for the country when the integrator supplied it.
    expect(formOf({ ...PROFILE, country: 'CH' }).country).toBe('CH');
  });

  test('requires no sign-in', () => {
    expect(facts(visitWith(PROFILE)).requiresAuthentication).toBe(false);
    expect(facts(visitWith(null)).requiresAuthentication).toBe(true);
  });
});

describe('a user of a launch link', () => {
  const consented = () => {
    const session = createSessionStore({ stored: null, results: [] });
    enterSession({ session }, launchedConfiguration(), false);
    session.getState().completeConsent();
    return session;
  };

  test('of the same organisation again has consented already', () => {
    const session = consented();
    enterSession({ session }, launchedConfiguration(), false);
    expect(session.getState().consentCompleted).toBe(true);
  });

  test.each([
    ['of another organisation', launchedConfiguration({ orgId: 'org-2' }), false],
    ['who may be another person', launchedConfiguration(), true],
  ])('%s has not consented', (_, launched, isAnother) => {
    const session = consented();
    enterSession({ session }, launched, isAnother);
    expect(session.getState().consentCompleted).toBe(false);
  });

  test('that names the person finds no data of another visit, and its own after a reload', () => {
    const visitOf = (sessionId: string) =>
      launchedConfiguration({ sessionId, profile: { ...PROFILE, age: 40, country: 'CH' } });
    const session = consented();
    enterSession({ session }, visitOf('s-1'), true);
    expect(session.getState()).toMatchObject({ visit: 's-1', consentCompleted: false });
    session.getState().completeConsent();
    resumeSession({ session }, visitOf('s-1'));
    expect(session.getState()).toMatchObject({ visit: 's-1', consentCompleted: true });
    resumeSession({ session }, visitOf('s-2'));
    expect(session.getState()).toMatchObject({
      visit: 's-2',
      consentCompleted: false,
      profile: { age: '40', country: 'CH' },
    });
    enterSession({ session }, launchedConfiguration(), false);
    expect(session.getState()).toMatchObject({ visit: null, profile: { age: '' } });
  });

  test.each([
    ['finds what was agreed to', launchedConfiguration(), true],
    ['finds nothing of another organisation', launchedConfiguration({ orgId: 'org-2' }), false],
    ['without a visit finds nothing of one', null, false],
  ])('after a reload %s', (_, launched, isThere) => {
    const session = consented();
    resumeSession({ session }, launched);
    expect(session.getState().consentCompleted).toBe(isThere);
  });
});
