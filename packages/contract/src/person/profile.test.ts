// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COUNTRIES } from './countries.ts';
import {
  decodeDemographics,
  demographicsWireSchema,
  encodeDemographics,
  type Demographics,
} from './demographics.ts';
import {
  EMPTY_PROFILE,
  parseProfileForm,
  switchProfileUnits,
  type ProfileForm,
} from './profile.ts';

const complete: ProfileForm = {
  ...EMPTY_PROFILE,
  age: '45',
  heightCm: '178',
  weight: '82',
  gender: 'male',
  smoker: '0',
  diabetic: '0',
  hypertension: '0',
  hypertensionMedication: '0',
};
const errorsOf = (change: Partial<ProfileForm>) => {
  const parsed = parseProfileForm({ ...complete, ...change });
  return parsed.ok ? {} : parsed.reason;
};

describe('a cuff reading', () => {
  test('is optional, and is included when both values are given', () => {
    const parsed = parseProfileForm({ ...complete, cuffSystolic: '128', cuffDiastolic: '82' });
    expect(parsed.ok && parsed.value).toMatchObject({ cuffSystolic: 128, cuffDiastolic: 82 });
    expect(errorsOf({ cuffSystolic: '', cuffDiastolic: '' })).toEqual({});
  });

  test.each([
    ['128', ''],
    ['', '82'],
    ['82', '128'],
    ['120', '120'],
    ['261', '82'],
    ['59', '40'],
    ['128', '29'],
    ['200', '161'],
    ['12.5', '8'],
    ['one', 'two'],
  ])('%s over %s is refused at both fields', (cuffSystolic, cuffDiastolic) => {
    expect(errorsOf({ cuffSystolic, cuffDiastolic })).toEqual({
      cuffSystolic: 'WEB_ERROR_CUFF',
      cuffDiastolic: 'WEB_ERROR_CUFF',
    });
  });
});

describe('profile form', () => {
  test('yields typed values in metric units', () => {
    expect(parseProfileForm({ ...complete, smoker: '1', diabetic: 'type2', waist: '94' })).toEqual({
      ok: true,
      value: {
        ageYears: 45,
        heightCm: 178,
        weightKg: 82,
        sex: 'male',
        smoker: true,
        diabetes: 'type2',
        hypertension: false,
        bloodPressureMedication: false,
        waistCm: 94,
      },
    });
    const one = parseProfileForm({ ...complete, diabetic: 'type1' });
    expect(one.ok && one.value.diabetes).toBe('type1');
    const none = parseProfileForm(complete);
    expect(none.ok && none.value.diabetes).toBe('none');
  });

  test('an empty form reports an error for every required field', () => {
    const parsed = parseProfileForm(EMPTY_PROFILE);
    expect(parsed).toEqual({
      ok: false,
      reason: {
        age: 'WEB_ERROR_AGE',
        heightCm: 'WEB_ERROR_HEIGHT',
        weight: 'WEB_ERROR_WEIGHT',
        gender: 'WEB_ERROR_OPTION',
        smoker: 'WEB_ERROR_OPTION',
        diabetic: 'WEB_ERROR_OPTION',
        hypertension: 'WEB_ERROR_OPTION',
        hypertensionMedication: 'WEB_ERROR_OPTION',
      },
    });
  });

  test.each(['', '17', '121', '45.5', '-45', 'abc', '4 5'])('refuses the age %j', (age) => {
    expect(errorsOf({ age })).toEqual({ age: 'WEB_ERROR_AGE' });
  });

  test.each(['18', '120'])('accepts the age %s', (age) => {
    expect(errorsOf({ age })).toEqual({});
  });

  test.each([
    { heightCm: '49', weight: '60' },
    { heightCm: '301', weight: '200' },
    { heightCm: '120', weight: '24' },
    { heightCm: '250', weight: '301' },
    { heightCm: '200', weight: '39' },
    { heightCm: '150', weight: '147' },
  ])('marks both fields when height and weight are implausible: %j', (body) => {
    expect(errorsOf(body)).toEqual({
      heightCm: 'PROFILE_ERROR_HEIGHT_WEIGHT',
      weight: 'PROFILE_ERROR_HEIGHT_WEIGHT',
    });
  });

  test('reads feet, inches and pounds', () => {
    const imperial = {
      ...complete,
      unit: 'imperial',
      heightFeet: '5',
      heightInches: '10',
      weight: '180',
      waist: '34',
    } as const;
    const parsed = parseProfileForm(imperial);
    expect(parsed.ok && parsed.value.heightCm).toBeCloseTo(177.8, 10);
    expect(parsed.ok && parsed.value.weightKg).toBeCloseTo(81.6466266, 7);
    expect(parsed.ok && parsed.value.waistCm).toBeCloseTo(86.36, 10);
    expect(errorsOf({ ...imperial, heightInches: '12' })).toHaveProperty('heightInches');
    expect(errorsOf({ ...imperial, heightInches: '' })).toEqual({});
    expect(errorsOf({ ...imperial, heightFeet: '' })).toEqual({
      heightFeet: 'WEB_ERROR_HEIGHT',
      heightInches: 'WEB_ERROR_HEIGHT',
    });
    expect(errorsOf({ ...imperial, waist: '15' })).toEqual({ waist: 'WEB_ERROR_WAIST' });
  });

  test('the waist is optional, but validated', () => {
    expect(errorsOf({ waist: 'x' })).toEqual({ waist: 'WEB_ERROR_WAIST' });
    expect(errorsOf({ waist: '39' })).toEqual({ waist: 'WEB_ERROR_WAIST' });
    expect(errorsOf({ waist: '' })).toEqual({});
  });

  test('the country is optional; an invalid one is omitted', () => {
    const countryOf = (country?: string) => {
      const parsed = parseProfileForm({ ...complete, country });
      return parsed.ok && parsed.value.country;
    };
    expect(countryOf('DE')).toBe('DE');
    for (const none of [undefined, '', 'ZZ', 'Germany']) expect(countryOf(none)).toBeUndefined();
  });

  test('switching units converts the input, and back again within rounding', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 230 }),
        fc.integer({ min: 30, max: 200 }),
        (height, weight) => {
          const metric = { ...complete, heightCm: String(height), weight: String(weight) };
          const imperial = switchProfileUnits(metric, 'imperial');
          expect(imperial.heightCm).toBe('');
          const back = switchProfileUnits(imperial, 'metric');
          expect(Math.abs(Number(back.heightCm) - height)).toBeLessThanOrEqual(2);
          expect(Math.abs(Number(back.weight) - weight)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  test('switching units also converts values that the form refuses, and clears unreadable ones', () => {
    const metric = { ...EMPTY_PROFILE, heightCm: '177.8', weight: '75,5', waist: '86.4' };
    expect(switchProfileUnits(metric, 'imperial')).toMatchObject({
      heightFeet: '5',
      heightInches: '10',
      weight: '166',
      waist: '34',
    });
    const imperial = { ...EMPTY_PROFILE, unit: 'imperial', heightFeet: '5' } as const;
    const back = (change: Partial<ProfileForm>) =>
      switchProfileUnits({ ...imperial, ...change }, 'metric');
    expect(back({ heightInches: '14', weight: '165.5' })).toMatchObject({
      heightCm: '188',
      weight: '75',
    });
    expect(back({ heightInches: '' })).toMatchObject({ heightCm: '152' });
    expect(back({ heightInches: 'x', weight: '75 kg', waist: 'abc' })).toMatchObject({
      heightCm: '',
      weight: '',
      waist: '',
    });
  });

  test('switching to the units in use changes nothing', () => {
    expect(switchProfileUnits(complete, 'metric')).toBe(complete);
  });

  test('switching units leaves an empty form empty', () => {
    expect(switchProfileUnits(EMPTY_PROFILE, 'imperial')).toEqual({
      ...EMPTY_PROFILE,
      unit: 'imperial',
    });
  });
});

describe('demographics on the wire', () => {
  const answers = {
    ageYears: fc.integer({ min: 18, max: 120 }),
    heightCm: fc.integer({ min: 50, max: 300 }),
    weightKg: fc.integer({ min: 25, max: 300 }),
    sex: fc.constantFrom('male', 'female', 'unspecified'),
    smoker: fc.boolean(),
    diabetes: fc.constantFrom('none', 'type1', 'type2'),
    hypertension: fc.boolean(),
    bloodPressureMedication: fc.boolean(),
    waistCm: fc.integer({ min: 40, max: 200 }),
    cuffSystolic: fc.integer({ min: 60, max: 260 }),
    cuffDiastolic: fc.integer({ min: 30, max: 160 }),
    country: fc.constantFrom(...COUNTRIES),
  } satisfies { [K in keyof Demographics]-?: fc.Arbitrary<Demographics[K]> };
  const people = fc.record(answers, { requiredKeys: ['sex'] });

  test('every answer round-trips', () => {
    fc.assert(
      fc.property(people, (person) => {
        const wire = demographicsWireSchema.parse(encodeDemographics(person));
        expect(decodeDemographics(wire)).toEqual(person);
      }),
    );
  });

  test('a country is a code', () => {
    const wire = { SEX_ASSIGNED_AT_BIRTH: 1, COUNTRY: 'Germany' };
    expect(demographicsWireSchema.safeParse(wire).success).toBe(false);
  });

  test('answers are encoded with the codes of the specification', () => {
    const base = {
      ageYears: 30,
      heightCm: 168,
      weightKg: 60,
      sex: 'female',
      smoker: true,
      diabetes: 'type1',
      hypertension: true,
      bloodPressureMedication: false,
    } as const;
    expect(encodeDemographics(base)).toEqual({
      AGE_YEARS: 30,
      HEIGHT_CM: 168,
      WEIGHT_KG: 60,
      SEX_ASSIGNED_AT_BIRTH: 3,
      SMOKER: 0,
      DIABETES: 5,
      HYPERTENSION: 1,
      BLOOD_PRESSURE_MEDICATION: 0,
    });
  });
});
