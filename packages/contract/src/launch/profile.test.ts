// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isAllowedCallback } from './callback.ts';
import { decodeDemographics, encodeDemographics } from '../person/demographics.ts';
import { readLaunchFailure } from './failure.ts';
import {
  INTEGRATOR_PROFILE_ERRORS,
  integratorDemographics,
  validateIntegratorProfile,
  type IntegratorProfile,
  type IntegratorProfileErrors,
} from './profile.ts';

const errorsOf = (given: unknown, signed = true): IntegratorProfileErrors => {
  const read = validateIntegratorProfile(given, { signed });
  return read.ok ? {} : read.reason;
};
const personOf = (given: unknown) => {
  const read = validateIntegratorProfile(given, { signed: true });
  return read.ok ? read.value.person : null;
};
const withField = (fields: object) => errorsOf({ identifier: 'a', ...fields });

describe('an integrator’s profile', () => {
  it.each([null, undefined, 'text', 7, true, [], [{ identifier: 'a' }]])(
    'must be an object, not %j',
    (given) => {
      expect(errorsOf(given)).toEqual({ profile: 'INVALID_PROFILE_STRUCTURE' });
    },
  );

  it.each([{}, { identifier: '' }, { identifier: ' ' }, { identifier: null }, { identifier: {} }])(
    'must have an identifier, not %j',
    (given) => {
      expect(errorsOf(given)).toEqual({ identifier: 'MISSING_MEASUREMENT_IDENTIFIER' });
    },
  );

  it('needs no other field; empty fields are skipped, unknown ones ignored', () => {
    const empty = { age: '', height: null, weight: undefined, gender: '', smoking: null };
    expect(personOf({ identifier: ' case 7 ', ...empty, shoeSize: 43 })).toEqual({
      identifier: 'case 7',
    });
    expect(personOf({ identifier: 7 })).toEqual({ identifier: '7' });
  });

  it.each<[field: string, error: string, bad: unknown[], good: unknown[]]>([
    [
      'age',
      'INVALID_AGE',
      [12, 121, 40.5, '40.5', -40, 'old', true, [], NaN],
      [13, 120, '40', ' 40 '],
    ],
    [
      'gender',
      'INVALID_GENDER',
      ['x', 'man', 1, true, 'constructor'],
      ['male', 'M', 'FEMALE', 'f'],
    ],
    ['diabetes', 'INVALID_DIABETES', [1, 'type3', 'Type1', true], [0, '0', 'type1', 'type2']],
    ['smoking', 'INVALID_SMOKING', [2, -1, '2', 'yes', true, 0.5], [0, 1, '0', '1']],
    [
      'bloodpressuremedication',
      'INVALID_BLOOD_PRESSURE_MEDICATION',
      [2, 'yes', false],
      [0, 1, '0', '1'],
    ],
    ['antihypertensive', 'INVALID_BLOOD_PRESSURE_MEDICATION', [2, 'yes', false], [0, 1]],
  ])('refuses an invalid %s with %s alone', (field, error, bad, good) => {
    for (const value of bad) {
      expect(withField({ [field]: value }), JSON.stringify(value)).toEqual({ [field]: error });
    }
    for (const value of good) {
      expect(withField({ [field]: value }), JSON.stringify(value)).toEqual({});
    }
  });

  it('has a height of 50 to 300 cm and a weight of 25 to 300 kg, each with its own error', () => {
    expect(withField({ height: 49, weight: 70 })).toEqual({ height: 'INVALID_HEIGHT' });
    expect(withField({ height: 301 })).toEqual({ height: 'INVALID_HEIGHT' });
    expect(withField({ height: 170, weight: 24 })).toEqual({ weight: 'INVALID_WEIGHT' });
    expect(withField({ weight: 301 })).toEqual({ weight: 'INVALID_WEIGHT' });
    expect(withField({ height: 'x', weight: 'y' })).toEqual({
      height: 'INVALID_HEIGHT',
      weight: 'INVALID_WEIGHT',
    });
    expect(withField({ height: 100, weight: 25 })).toEqual({});
  });

  it('has both height and weight or neither, and a body mass index of 10 to 65', () => {
    expect(withField({ height: 170 })).toEqual({ bmi: 'INVALID_BMI' });
    expect(withField({ weight: 70 })).toEqual({ bmi: 'INVALID_BMI' });
    expect(withField({ height: 200, weight: 40 })).toEqual({});
    expect(withField({ height: 200, weight: 39 })).toEqual({ bmi: 'INVALID_BMI' });
    expect(withField({ height: 200, weight: 260 })).toEqual({});
    expect(withField({ height: 200, weight: 261 })).toEqual({ bmi: 'INVALID_BMI' });
  });

  it('names every setting that breaks its rule by its path', () => {
    expect(
      withField({
        language: 'tlh',
        resultsCallbackApiUrl: 'http://clinic.example/',
        measurementControls: { distance: { enabled: 'yes' }, ['x'.repeat(300)]: true },
        settings: { callbackOrigins: ['https://evil.example'], hideHistograms: 1 },
      }),
    ).toEqual({
      language: 'INVALID_PROFILE_STRUCTURE',
      resultsCallbackApiUrl: 'INVALID_PROFILE_STRUCTURE',
      'measurementControls.distance.enabled': 'INVALID_PROFILE_STRUCTURE',
      'settings.hideHistograms': 'INVALID_PROFILE_STRUCTURE',
      [`measurementControls.${'x'.repeat(180)}`]: 'INVALID_PROFILE_STRUCTURE',
      'settings.callbackOrigins': 'INVALID_PROFILE_STRUCTURE',
    });
  });

  it('may set how demographics are entered, but not how people sign in', () => {
    const withOnboarding = (onboarding: object) => withField({ settings: { onboarding } });
    expect(withOnboarding({ demographicsEntryMode: 'profileForm' })).toEqual({});
    expect(withOnboarding({ loginType: 'password', allowSignup: true })).toEqual({
      'settings.onboarding.loginType': 'INVALID_PROFILE_STRUCTURE',
      'settings.onboarding.allowSignup': 'INVALID_PROFILE_STRUCTURE',
    });
  });

  it('returns all errors at once for any input, and never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (given, signed) => {
        const read = validateIntegratorProfile(given, { signed });
        if (read.ok) return;
        const keys = Object.values(read.reason);
        expect(keys.length).toBeGreaterThan(0);
        for (const key of keys) expect(INTEGRATOR_PROFILE_ERRORS).toContain(key);
      }),
    );
  });

  it('is accepted again in its parsed form', () => {
    const some = <T>(values: readonly T[]) =>
      fc.option(fc.constantFrom(...values), { nil: undefined });
    const profile = fc.record({
      identifier: fc.string({ minLength: 1, maxLength: 50 }),
      age: some([13, '45', 120, 12]),
      height: some([50, 170, '180', 300]),
      weight: some([25, 70, '80', 300]),
      gender: some(['m', 'F', 'male', 'other']),
      diabetes: some([0, 'type1', 'type2']),
      smoking: some([0, 1, '1']),
      antihypertensive: some([0, 1, '0']),
    });
    fc.assert(
      fc.property(profile, (given) => {
        const person = personOf(given);
        if (person !== null) expect(personOf(person)).toEqual(person);
      }),
    );
  });
});

describe('the person of a profile', () => {
  const sent = (profile: Omit<IntegratorProfile, 'identifier'>): unknown => {
    const person = integratorDemographics({ identifier: 'a', ...profile });
    return person === null ? null : JSON.parse(JSON.stringify(encodeDemographics(person)));
  };

  it("is sent with the known answers only; unknown ones are omitted, not sent as 'no'", () => {
    expect(sent({ age: 40 })).toEqual({ AGE_YEARS: 40, SEX_ASSIGNED_AT_BIRTH: 1 });
    expect(sent({ height: 180, weight: 75, gender: 'male' })).toEqual({
      HEIGHT_CM: 180,
      WEIGHT_KG: 75,
      SEX_ASSIGNED_AT_BIRTH: 2,
    });
    expect(sent({ smoking: 0, diabetes: '0', bloodpressuremedication: 0 })).toEqual({
      SEX_ASSIGNED_AT_BIRTH: 1,
      SMOKER: 1,
      DIABETES: 4,
      BLOOD_PRESSURE_MEDICATION: 0,
    });
    expect(sent({})).toBeNull();
  });

  it('round-trips through the wire format with any subset of the answers', () => {
    const answers = { age: 40, height: 180, weight: 75, gender: 'female', smoking: 1 } as const;
    const more = { diabetes: 'type1', bloodpressuremedication: 1 } as const;
    fc.assert(
      fc.property(fc.subarray(Object.entries({ ...answers, ...more })), (kept) => {
        const person = integratorDemographics({ identifier: 'a', ...Object.fromEntries(kept) });
        if (person === null) expect(kept).toEqual([]);
        else expect(decodeDemographics(encodeDemographics(person))).toEqual(person);
      }),
    );
  });

  it('has the country that the integrator names', () => {
    const read = (country: string) =>
      validateIntegratorProfile({ identifier: 'a', country }, { signed: true });
    expect(read('ch')).toMatchObject({ value: { person: { country: 'CH' } } });
    expect(read('Swiss')).toMatchObject({ reason: { country: 'INVALID_PROFILE_STRUCTURE' } });
    expect(sent({ country: 'CH' })).toEqual({ SEX_ASSIGNED_AT_BIRTH: 1, COUNTRY: 'CH' });
  });

  it('has hypertension when taking antihypertensives, and smokes when smoking is 1', () => {
    const person = { identifier: 'a', age: 40, height: 180, weight: 75 } as const;
    expect(integratorDemographics({ ...person, antihypertensive: 1, smoking: 1 })).toMatchObject({
      hypertension: true,
      bloodPressureMedication: true,
      smoker: true,
    });
    expect(
      integratorDemographics({ ...person, antihypertensive: 1, bloodpressuremedication: 0 }),
    ).toMatchObject({ bloodPressureMedication: false });
  });
});

describe('a profile that nobody signed', () => {
  const places = {
    customHostname: 'analysis.example',
    customApiHostname: 'api.example',
    eventsWebhookEndpoint: 'https://clinic.example/events',
    resultsCallbackApiUrl: 'https://clinic.example/results',
    branding: { pageTitle: 'Clinic' },
    logoUrl: 'https://clinic.example/logo.png',
    orgAddresses: [],
    deviceToken: 'token',
  };

  it.each(Object.entries(places))('may not set %s, also not within its settings', (name, value) => {
    expect(errorsOf({ identifier: 'a', [name]: value })).toEqual({});
    expect(errorsOf({ identifier: 'a', [name]: value }, false)).toEqual({
      [name]: 'INVALID_PROFILE_STRUCTURE',
    });
    expect(errorsOf({ identifier: 'a', settings: { [name]: value } }, false)).toMatchObject({
      [`settings.${name}`]: 'INVALID_PROFILE_STRUCTURE',
    });
  });

  it('may set how the screen behaves', () => {
    expect(errorsOf({ identifier: 'a', settings: {}, showLogs: true }, false)).toEqual({});
    expect(errorsOf({ identifier: 'a', deviceToken: '', logoUrl: null }, false)).toEqual({});
  });
});

describe('a callback address', () => {
  const allows = (address: string): boolean =>
    isAllowedCallback(address, ['https://clinic.example', 'http://localhost:8080']);

  it('is allowed by its origin alone', () => {
    expect(allows('https://clinic.example/done?case=7#top')).toBe(true);
    expect(allows('https://clinic.example:443/')).toBe(true);
    expect(allows('http://localhost:8080/x')).toBe(true);
  });

  it.each([
    '',
    'clinic.example',
    '//clinic.example',
    'http://clinic.example/',
    'https://clinic.example:444/',
    'https://clinic.example.evil.example/',
    'https://clinic.example@evil.example/',
    'https://user:word@clinic.example/',
    'https://user@clinic.example/',
    'https://:word@clinic.example/',
    'https://evil.example/https://clinic.example',
    'https://evil.example\\@clinic.example/',
    'http://localhost/',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://clinic.example/2f1c',
    'BLOB:https://clinic.example/2f1c',
    'filesystem:https://clinic.example/temporary/x',
    'view-source:https://clinic.example/',
    'null',
    `https://clinic.example/${'x'.repeat(2048)}`,
  ])('is refused: %s', (address) => {
    expect(allows(address)).toBe(false);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (address, origins) => {
        expect(typeof isAllowedCallback(address, origins)).toBe('boolean');
      }),
    );
  });
});

test('a launch failure is parsed, and any other body becomes UNKNOWN_ERROR', () => {
  const own = { code: 'LAUNCH_TOKEN_USED', message: 'Used.' };
  expect(readLaunchFailure(own)).toEqual(own);
  for (const body of [undefined, null, '<html>', {}, { code: 7 }]) {
    expect(readLaunchFailure(body)).toEqual({ code: 'UNKNOWN_ERROR', message: '' });
  }
});
