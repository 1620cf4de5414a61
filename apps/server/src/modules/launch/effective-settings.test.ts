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
  it('have the sign-in of the organisation where the configuration says nothing, and no sign-up', () => {
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

  it('take each override from its own place before `settings`, and before the configuration', () => {
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

  it('merge branding and measurement controls one by one', () => {
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

  it('mix each aspect of the check-up by itself', () => {
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

  it('hold no address that a browser need not know', () => {
    const { settings } = merged({
      resultsCallbackApiUrl: 'https://a.example/results',
      eventsWebhookEndpoint: 'https://a.example/events',
      callbackOrigins: ['https://a.example'],
    });
    expect(JSON.stringify(settings)).not.toContain('a.example');
  });

  it('say apart where the profile wants results and events to go', () => {
    expect(
      merged(
        { eventsWebhookEndpoint: 'https://a.example/' },
        { resultsCallbackApiUrl: 'https://b.example/' },
      ),
    ).toMatchObject({ resultsApiUrl: 'https://b.example/', eventsUrl: null });
  });

  it('refuse a foreign origin or host by the field that names it, wherever it is named', () => {
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

  it('refuse an address for the results of a visit that is measured on the device alone', () => {
    const asked = { resultsCallbackApiUrl: 'https://a.example/results' };
    for (const overrides of [asked, { settings: asked }]) {
      expect(refusedFields({ analysis: 'device' }, overrides)).toEqual(['resultsCallbackApiUrl']);
    }
    expect(refusedFields({ analysis: 'service' }, asked)).toEqual([]);
  });

  it('change nothing that they are made of', () => {
    const configuration: ConfigurationSettings = Object.freeze({
      branding: Object.freeze({ pageTitle: 'A' }),
    });
    const overrides: ProfileOverrides = Object.freeze({
      branding: Object.freeze({ pageTitle: 'B' }),
    });
    expect(merged(configuration, overrides).settings.branding).toEqual({ pageTitle: 'B' });
  });
});

it('a data address has no origin', () => {
  expect([
    ...brandingOrigins({
      logo: 'data:image/png;base64,iVBORw0KGgo=',
      branding: { customCSSURL: 'https://a.example/a.css' },
      brandingOrigins: ['https://a.example', 'https://b.example'],
    }),
  ]).toEqual(['https://a.example', 'https://b.example']);
});
