// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../language.ts';
import { configurationSettingsSchema } from './configuration.ts';

const FULL = {
  resultPages: ['vitals-breathing', 'overall'],
  onboarding: { loginType: 'phone', allowSignup: false, demographicsEntryMode: 'noDemographics' },
  branding: {
    pageTitle: 'Acme Health',
    customCSSURL: 'https://acme.example/theme.css',
    measurementHeaderImage: 'https://acme.example/header.png?v=2',
  },
  logo: 'data:image/png;base64,iVBORw0KGgo=',
  language: 'zh-Hans',
  defaultMobileCamera: 'rear',
  cameraAutoStart: true,
  measurementAutoStart: true,
  hideHistograms: true,
  measurementControls: {
    distance: { enabled: true },
    direction: { enabled: false },
    movement: { enabled: true },
    useOvalShape: true,
    fillOuterShape: true,
    outerFillColor: 'white',
    checkUp: { brightness: 'block', backLight: 'warn', evenness: 'off', movement: 'warn' },
  },
  unsupportedBrowsers: ['firefox'],
  faceTracker: 'mediapipe',
  customApiHostname: 'analysis.acme.example:8443/v2',
  launchProfile: 'signed',
  callbackOrigins: ['https://acme.example', 'http://localhost:8080'],
  resultsCallbackApiUrl: 'https://acme.example/results',
  encryptResults: true,
  expireTokenAfterMeasurement: true,
  eventsWebhookEndpoint: 'https://acme.example/events',
  debugMode: false,
  showLogs: false,
};

const checkUp = (levels: object) => ({ measurementControls: { checkUp: levels } });

/** Path of the first issue; '' when there is none. */
function brokenPath(settings: unknown): string {
  const parsed = configurationSettingsSchema.safeParse(settings);
  return parsed.success ? '' : (parsed.error.issues[0]?.path.map(String).join('.') ?? '');
}

describe('settings of a configuration', () => {
  it('may all be present, and may all be missing', () => {
    expect(configurationSettingsSchema.parse(FULL)).toEqual(FULL);
    expect(configurationSettingsSchema.parse({})).toEqual({});
  });

  it.each<[path: string, settings: unknown]>([
    ['resultPages.1', { resultPages: ['overall', 'tarot'] }],
    ['resultPages', { resultPages: ['overall', 'overall'] }],
    ['resultPages', { resultPages: [] }],
    ['onboarding.loginType', { onboarding: { loginType: 'telepathy' } }],
    ['branding.pageTitle', { branding: { pageTitle: ' ' } }],
    ['branding.customCSSURL', { branding: { customCSSURL: 'http://acme.example/a.css' } }],
    ['branding.customCSSURL', { branding: { customCSSURL: 'https://u:p@acme.example/a.css' } }],
    ['logo', { logo: 'https://acme.example/logo.svg' }],
    ['logo', { logo: 'http://acme.example/logo.png' }],
    ['logo', { logo: 'data:image/svg+xml;base64,PHN2Zz4=' }],
    ['logo', { logo: 'javascript:alert(1)//.png' }],
    ['callbackOrigins.0', { callbackOrigins: ['https://acme.example/path'] }],
    ['callbackOrigins.0', { callbackOrigins: ['http://acme.example'] }],
    ['callbackOrigins.0', { callbackOrigins: ['javascript:alert(1)'] }],
    ['resultsCallbackApiUrl', { resultsCallbackApiUrl: 'file:///etc/passwd' }],
    ['measurementControls.outerFillColor', { measurementControls: { outerFillColor: 'url(x)' } }],
    ['measurementControls.distance.enabled', { measurementControls: { distance: {} } }],
    ['measurementControls.checkUp.brightness', checkUp({ brightness: 'maybe' })],
    ['measurementControls.checkUp.movement', checkUp({ movement: true })],
    ['customApiHostname', { customApiHostname: 'https://analysis.example' }],
    ['analysis', { analysis: 'cloud' }],
    ['analysis', { analysis: 'device', encryptResults: true }],
    ['analysis', { analysis: 'device', resultsCallbackApiUrl: 'https://acme.example/results' }],
  ])('are refused at %s', (path, settings) => {
    expect(brokenPath(settings)).toBe(path);
  });

  it('accept the tag of every supported language', () => {
    for (const language of LANGUAGES) {
      expect(configurationSettingsSchema.parse({ language })).toEqual({ language });
    }
  });

  it('are refused with an unknown key at any depth', () => {
    for (const settings of [
      { brandnig: {} },
      { branding: { pagetitle: 'x' } },
      { measurementControls: { oval: true } },
      checkUp({ colour: 'warn' }),
    ]) {
      expect(configurationSettingsSchema.safeParse(settings).success).toBe(false);
    }
  });

  it('round-trip through JSON once accepted', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (settings) => {
        const parsed = configurationSettingsSchema.safeParse(settings);
        if (!parsed.success) return;
        const again: unknown = JSON.parse(JSON.stringify(parsed.data));
        expect(configurationSettingsSchema.parse(again)).toEqual(parsed.data);
      }),
    );
  });
});
