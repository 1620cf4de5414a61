// SPDX-License-Identifier: Apache-2.0
import type { ConfigurationSettings } from '@perfuse/contract/account/configuration';
import type { ProfileOverrides } from '@perfuse/contract/launch/overrides';
import { describe, expect, it } from 'vitest';
import { brandingOrigins, effectiveSettings } from './effective-settings.ts';

const DEFAULTS = {
  loginType: 'phone',
  demographicsEntryMode: 'profileForm',
} as const;

function merged(configuration: ConfigurationSettings, overrides: ProfileOverrides = {}) {
  const result = effectiveSettings(configuration, overrides, DEFAULTS);
  if (!result.ok) throw new Error(Object.keys(result.reason).join());
  return result.value;
}
function refusedFields(configuration: ConfigurationSettings, overrides: ProfileOverrides) {
  const result = effectiveSettings(configuration, overrides, DEFAULTS);
  return result.ok ? [] : Object.keys(result.reason);
}

describe('the settings of a visit', () => {
  it('default to the sign-in method of the organisation, without sign-up', () => {
    expect(merged({})).toMatchObject({
      settings: {
        onboarding: {
          loginType: 'phone',
          allowSignup: false,
          demographicsEntryMode: 'profileForm',
        },
        encryptResults: false,
        expireTokenAfterMeasurement: false,
        debugMode: false,
        showLogs: false,
        embedOrigins: [],
      },
      logo: null,
      resultsApiUrl: null,
      eventsUrl: null,
    });
    const onboarding = { loginType: 'password', allowSignup: true } as const;
    expect(merged({ onboarding }).settings.onboarding).toMatchObject(onboarding);
  });

  it('prefer an override in its own field to one in `settings`, and both to the configuration', () => {
    const { settings } = merged(
      { language: 'en', cameraAutoStart: true, hideHistograms: true },
      { language: 'fr', settings: { language: 'de', hideHistograms: false } },
    );
    expect(settings).toMatchObject({
      language: 'fr',
      hideHistograms: false,
      cameraAutoStart: true,
    });
  });

  it('merge branding and measurement controls field by field', () => {
    const { settings } = merged(
      {
        branding: { pageTitle: 'A', customCSSURL: 'https://a.example/a.css' },
        measurementControls: { useOvalShape: true, fillOuterShape: true },
      },
      {
        branding: { customCSSURL: 'https://a.example/b.css' },
        settings: { branding: { pageTitle: 'B' } },
        measurementControls: { fillOuterShape: false },
      },
    );
    expect(settings.branding).toEqual({ pageTitle: 'B', customCSSURL: 'https://a.example/b.css' });
    expect(settings.measurementControls).toEqual({ useOvalShape: true, fillOuterShape: false });
  });

  it('merge each aspect of the check-up separately', () => {
    const { settings } = merged(
      { measurementControls: { checkUp: { brightness: 'block', sharpness: 'block' } } },
      {
        settings: { measurementControls: { checkUp: { sharpness: 'off', evenness: 'off' } } },
        measurementControls: { checkUp: { evenness: 'warn' } },
      },
    );
    expect(settings.measurementControls).toEqual({
      checkUp: { brightness: 'block', sharpness: 'off', evenness: 'warn' },
    });
  });

  it('contain no address that a browser does not need', () => {
    const { settings } = merged({
      resultsCallbackApiUrl: 'https://a.example/results',
      eventsWebhookEndpoint: 'https://a.example/events',
      callbackOrigins: ['https://a.example'],
    });
    expect(JSON.stringify(settings)).not.toContain('a.example');
  });

  it('return the result and event addresses of the profile separately', () => {
    expect(
      merged(
        { eventsWebhookEndpoint: 'https://a.example/' },
        { resultsCallbackApiUrl: 'https://b.example/' },
      ),
    ).toMatchObject({ resultsApiUrl: 'https://b.example/', eventsUrl: null });
  });

  it('report a foreign origin or host by its profile field, wherever it is set', () => {
    const own: ConfigurationSettings = {
      logo: 'https://a.example/logo.png',
      customApiHostname: 'analysis.example',
    };
    expect(
      refusedFields(own, {
        logoUrl: 'https://a.example/other.png',
        customHostname: 'analysis.example',
      }),
    ).toEqual([]);
    expect(
      refusedFields(own, {
        settings: {
          logo: 'https://b.example/logo.png',
          customApiHostname: 'b.example',
          branding: { customCSSURL: 'https://b.example/a.css' },
        },
      }),
    ).toEqual(['customHostname', 'branding.customCSSURL', 'logoUrl']);
  });

  it('refuse a results address for a visit that is measured on the device only', () => {
    const asked = { resultsCallbackApiUrl: 'https://a.example/results' };
    for (const overrides of [asked, { settings: asked }]) {
      expect(refusedFields({ analysis: 'device' }, overrides)).toEqual(['resultsCallbackApiUrl']);
    }
    expect(refusedFields({ analysis: 'service' }, asked)).toEqual([]);
  });

  it('do not mutate their inputs', () => {
    const configuration: ConfigurationSettings = Object.freeze({
      branding: Object.freeze({ pageTitle: 'A' }),
    });
    const overrides: ProfileOverrides = Object.freeze({
      branding: Object.freeze({ pageTitle: 'B' }),
    });
    expect(merged(configuration, overrides).settings.branding).toEqual({ pageTitle: 'B' });
  });
});

it('a data URL has no origin', () => {
  expect([
    ...brandingOrigins({
      logo: 'data:image/png;base64,iVBORw0KGgo=',
      branding: { customCSSURL: 'https://a.example/a.css' },
      brandingOrigins: ['https://a.example', 'https://b.example'],
    }),
  ]).toEqual(['https://a.example', 'https://b.example']);
});
