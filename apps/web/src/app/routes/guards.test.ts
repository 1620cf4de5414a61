// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import { entryTarget, redirectFrom, type FlowFlags } from './guards.ts';
import { PATHS } from '../../routes/paths.ts';

const NOTHING: FlowFlags = {
  requiresAuthentication: false,
  signedIn: false,
  preloadCompleted: false,
  termsAccepted: false,
  consentCompleted: false,
  profileCompleted: false,
  demographicsSkipped: false,
  isSample: false,
  hasResult: false,
  isCallbackMode: false,
  isKeptHere: false,
};
const PRELOADED = { ...NOTHING, preloadCompleted: true };
const TERMS = { ...PRELOADED, termsAccepted: true };
const CONSENTED = { ...TERMS, consentCompleted: true };
const CALLED_BACK = { ...PRELOADED, isCallbackMode: true };
const PROFILED = { ...CONSENTED, profileCompleted: true };

describe('the entry', () => {
  test.each([
    [
      'sign-in when the installation asks for it',
      { ...NOTHING, requiresAuthentication: true },
      '/login',
    ],
    ['the preload first', NOTHING, '/preload'],
    ['camera consent after the preload', PRELOADED, '/camera-consent'],
    ['data consent after camera consent', TERMS, '/consent'],
    ['the profile when consent is complete', CONSENTED, '/profile'],
    ['the profile again when it was filled in before', PROFILED, '/profile'],
  ] as const)('leads to %s', (_, flags, target) => {
    expect(entryTarget(flags)).toBe(target);
  });

  test('does not ask a signed-in user to sign in', () => {
    const flags = { ...PRELOADED, requiresAuthentication: true, signedIn: true };
    expect(entryTarget(flags)).toBe('/camera-consent');
  });
});

describe('a screen redirects to the first missing step', () => {
  test.each([
    ['/camera-consent', NOTHING, '/preload'],
    ['/camera-consent', PRELOADED, null],
    ['/camera-consent', CONSENTED, null],
    ['/consent', PRELOADED, '/camera-consent'],
    ['/consent', TERMS, null],
    ['/profile', TERMS, '/consent'],
    ['/profile', CONSENTED, null],
    ['/measurement', NOTHING, '/preload'],
    ['/measurement', TERMS, '/consent'],
    ['/measurement', CONSENTED, '/profile'],
    ['/measurement', PROFILED, null],
    // No person is measured: no consent is needed.
    ['/measurement', { ...PRELOADED, isSample: true }, null],
    ['/measurement', { ...NOTHING, isSample: true }, '/preload'],
    ['/measurement', { ...PRELOADED, isSample: true, requiresAuthentication: true }, '/login'],
    ['/profile', { ...PRELOADED, isSample: true }, '/camera-consent'],
    ['/measurement', { ...NOTHING, isCallbackMode: true }, '/preload'],
    ['/results', NOTHING, null],
    ['/results', { ...PROFILED, requiresAuthentication: true }, '/'],
    ['/results', { ...NOTHING, hasResult: true }, null],
    ['/permission', NOTHING, null],
    ['/preload', PROFILED, null],
    ['/login', NOTHING, null],
    ['/login', { ...NOTHING, requiresAuthentication: true }, null],
    ['/login', { ...NOTHING, signedIn: true }, '/'],
    ['/camera-consent', { ...PRELOADED, requiresAuthentication: true }, '/login'],
    ['/measurement', { ...PROFILED, requiresAuthentication: true }, '/login'],
    ['/profile', { ...CONSENTED, demographicsSkipped: true }, '/measurement'],
    ['/profile', { ...TERMS, demographicsSkipped: true }, '/consent'],
    ['/measurement', { ...CONSENTED, demographicsSkipped: true }, null],
    ['/measurement', { ...CALLED_BACK, demographicsSkipped: true }, null],
    ['/measurement', CALLED_BACK, '/profile'],
    ['/measurement', { ...CALLED_BACK, profileCompleted: true }, null],
    ['/profile', CALLED_BACK, null],
    ['/profile', { ...CALLED_BACK, demographicsSkipped: true }, '/measurement'],
    ['/profile', { ...NOTHING, isCallbackMode: true }, '/preload'],
    ['/my-profile', NOTHING, '/'],
    ['/my-profile', { ...NOTHING, consentCompleted: true }, null],
    ['/my-profile', { ...CONSENTED, requiresAuthentication: true }, '/login'],
    ['/my-profile', { ...NOTHING, signedIn: true }, null],
    ['/history', PROFILED, '/login'],
    ['/history', { ...NOTHING, signedIn: true }, null],
    ['/logout', NOTHING, null],
    ['/reset', { ...NOTHING, requiresAuthentication: true }, null],
    ['/phone', { ...NOTHING, requiresAuthentication: true }, null],
    ['/terms', NOTHING, null],
    ['/404', NOTHING, null],
  ] as const)('%s', (path, flags, target) => {
    expect(redirectFrom(path, flags)).toBe(target);
  });

  test('and never redirects in a loop', () => {
    const flags = [
      'requiresAuthentication',
      'signedIn',
      'preloadCompleted',
      'termsAccepted',
    ] as const;
    const more = [
      'consentCompleted',
      'profileCompleted',
      'demographicsSkipped',
      'hasResult',
      'isCallbackMode',
    ] as const;
    const names = [...flags, ...more];
    for (let bits = 0; bits < 2 ** names.length; bits += 1) {
      const state = Object.fromEntries(names.map((name, at) => [name, (bits & (1 << at)) !== 0]));
      for (const start of Object.values(PATHS)) {
        let path = start;
        const seen = new Set<string>();
        for (;;) {
          expect(seen.has(path), `${start} with ${JSON.stringify(state)}`).toBe(false);
          seen.add(path);
          const next = redirectFrom(path, { ...NOTHING, ...state });
          if (next === null) break;
          path = next;
        }
      }
    }
  });
});

test('the history requires a signed-in user or results stored on this device', () => {
  expect(redirectFrom(PATHS.history, PROFILED)).toBe('/login');
  expect(redirectFrom(PATHS.history, { ...PROFILED, signedIn: true })).toBeNull();
  expect(redirectFrom(PATHS.history, { ...PROFILED, isKeptHere: true })).toBeNull();
});
