// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import type { Demographics } from '@perfuse/contract/person/demographics';
import { CHANNEL_CODES, type ChannelCode } from '@perfuse/contract/results/channels';
import { decodeChannels, encodeChannels } from '@perfuse/contract/results/message';
import { ESTIMATED_CHANNELS, estimateChannels } from './estimate.ts';
import { citationsOf } from '@perfuse/contract/results/sources';
import type { SubjectInput } from './subject.ts';

const MEASURED: readonly ChannelCode[] = [
  'HR_BPM',
  'BR_BPM',
  'HRV_SDNN',
  'IHB_COUNT',
  'SNR',
  'MSI',
];

const man: Demographics = {
  ageYears: 45,
  heightCm: 178,
  weightKg: 82,
  sex: 'male',
  smoker: false,
  diabetes: 'none',
  hypertension: false,
  bloodPressureMedication: false,
};
const treatedWoman: Demographics = {
  ...man,
  sex: 'female',
  ageYears: 62,
  heightCm: 162,
  weightKg: 74,
  smoker: true,
  hypertension: true,
  bloodPressureMedication: true,
};

const complete = (change: Partial<Demographics> = {}): SubjectInput => ({
  person: { ...man, ...change },
  heartRate: 64,
  whoRegion: 'USA',
});
/** Channels derived from the pressure that is expected for a profile. */
const PRESSURE = [
  'BP_SYSTOLIC',
  'BP_DIASTOLIC',
  'BP_RPP',
  'BP_CVD',
  'BP_HEART_ATTACK',
  'BP_STROKE',
] as const;
/** Estimates of blood tests that all ask for smoking, diabetes and medication. */
const LABORATORY = [
  'HBA1C_RISK_PROB',
  'MFBG_RISK_PROB',
  'TG_RISK_PROB',
  'HDLTC_RISK_PROB',
  'OVERALL_METABOLIC_RISK_PROB',
] as const;
const of = (input: SubjectInput, channel: ChannelCode) => {
  const value = estimateChannels(input)[channel];
  if (value === undefined) throw new Error(`${channel} was not answered.`);
  return value;
};
const missing = (reason: string) => ({ value: null, kind: 'missing', source: '', reason });
const missingChannels = (input: SubjectInput): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(estimateChannels(input))
      .filter(([, { kind }]) => kind === 'missing')
      .map(([channel, { reason }]) => [channel, reason]),
  );

describe('channels that the camera cannot measure', () => {
  test('are all answered, and none that is measured from the pulse signal', () => {
    const expected = CHANNEL_CODES.filter((code) => !MEASURED.includes(code));
    expect([...ESTIMATED_CHANNELS].sort()).toEqual([...expected].sort());
    expect(Object.keys(estimateChannels({ person: undefined })).sort()).toEqual(
      [...expected].sort(),
    );
  });

  test('a complete profile leaves only skin age and, without a waist, body shape missing', () => {
    expect(missingChannels(complete())).toEqual({ AGE: 'no-method', ABSI: 'no-waist' });
  });

  test('state their method and cite it', () => {
    const values = estimateChannels(complete());
    expect(values.BMI_CALC).toMatchObject({ kind: 'derived', source: 'kg_per_m2' });
    expect(values.BP_SYSTOLIC).toMatchObject({
      kind: 'estimated',
      source: 'own_nhanes_expected_bp_v1',
      uncertainty: 14.9,
    });
    expect(values.BP_CVD).toMatchObject({
      kind: 'estimated',
      source: 'who2019_nonlab+own_nhanes_expected_bp_v1',
    });
    for (const { source, kind } of Object.values(values)) {
      if (kind === 'missing') continue;
      expect(citationsOf(source)).toHaveLength(source.split('+').length);
    }
  });

  test('use the unrounded expected pressure downstream', () => {
    expect(of(complete(), 'BP_CVD').value).toBeCloseTo(3.72513, 4);
    expect(of({ ...complete(), heartRate: 75 }, 'BP_RPP').value).toBeCloseTo(
      Math.log10(75 * 119.96853),
      6,
    );
  });

  test('propagate the uncertainty of an expected pressure', () => {
    expect(of(complete(), 'BP_RPP').uncertainty).toBeCloseTo(0.054, 3);
    // The risk is 3.7 %; with the pressure one standard deviation lower or higher about 3.0 % or 4.6 %.
    expect(of(complete(), 'BP_CVD').uncertainty).toBeCloseTo(0.85, 1);
  });

  test('propagate it to coronary disease and stroke of a diabetic by their share of the total risk', () => {
    const [all, ...shares] = (['BP_CVD', 'BP_HEART_ATTACK', 'BP_STROKE'] as const).map((channel) =>
      of(complete({ diabetes: 'type2' }), channel),
    );
    for (const share of shares) {
      expect((share.uncertainty ?? 0) / (all?.uncertainty ?? 0)).toBeCloseTo(
        (share.value ?? 0) / (all?.value ?? 0),
        9,
      );
    }
  });

  test('include the uncertainty of an unknown family history', () => {
    // 14.35 % with hypertension in the family, 7.12 % without, weights 0.5248 and 0.4752.
    expect(of(complete(), 'HPT_RISK_PROB').uncertainty).toBeCloseTo(
      Math.sqrt(0.5248 * 0.4752) * (14.3478 - 7.11653),
      3,
    );
  });

  test('round-trip through the result message', () => {
    const values = estimateChannels(complete());
    const decoded = decodeChannels({ Channels: encodeChannels(values), Multiplier: 10_000 });
    for (const code of ESTIMATED_CHANNELS) {
      const { value, uncertainty, ...rest } = of(complete(), code);
      const {
        value: arrived,
        uncertainty: arrivedUncertainty,
        ...restArrived
      } = decoded[code] ?? {
        value: Number.NaN,
      };
      expect(restArrived).toEqual(rest);
      // Six significant digits are encoded.
      expect(arrivedUncertainty).toBe(
        uncertainty === undefined ? undefined : Number(uncertainty.toPrecision(6)),
      );
      if (value === null) expect(arrived).toBeNull();
      else expect(arrived).toBeCloseTo(value, 3);
    }
  });
});

describe('with missing or invalid inputs', () => {
  test('an unknown person gets no value', () => {
    const reasons = missingChannels({ person: undefined, heartRate: 70, whoRegion: 'DEU' });
    const { AGE, ...rest } = reasons;
    expect(AGE).toBe('no-method');
    expect(Object.keys(rest)).toHaveLength(ESTIMATED_CHANNELS.length - 1);
    expect(new Set(Object.values(rest))).toEqual(new Set(['no-profile']));
  });

  test('an unspecified sex leaves only the channels that need no sex', () => {
    const values = estimateChannels(complete({ sex: 'unspecified', waistCm: 94 }));
    const kept = ESTIMATED_CHANNELS.filter((code) => values[code]?.kind !== 'missing');
    expect([...kept].sort()).toEqual(['ABSI', 'BMI_CALC', 'HEALTH_SCORE', 'WAIST_TO_HEIGHT']);
    expect(values.TG_RISK_PROB).toEqual({ ...missing('answers-missing'), lacks: ['sex'] });
    expect(values.BP_RPP).toEqual({ ...missing('answers-missing'), lacks: ['sex'] });
  });

  test("an unknown answer is not a 'no': every model that needs it names it as missing", () => {
    const without = (change: Partial<Demographics>) => estimateChannels(complete(change));
    const lacking = (change: Partial<Demographics>) =>
      Object.entries(without(change)).flatMap(([code, { reason, lacks, value }]) => {
        if (reason !== 'answers-missing') return [];
        expect(value).toBeNull();
        return [`${code} ${String(lacks)}`];
      });
    expect(lacking({})).toEqual([]);
    expect(lacking({ smoker: undefined }).sort()).toEqual(
      [...PRESSURE, ...LABORATORY, 'HEALTH_SCORE'].map((code) => `${code} smoker`).sort(),
    );
    expect(lacking({ diabetes: undefined }).sort()).toEqual(
      [
        ...PRESSURE,
        ...LABORATORY,
        'HPT_RISK_PROB',
        'DBT_RISK_PROB',
        'FLD_RISK_PROB',
        'HEALTH_SCORE',
      ]
        .map((code) => `${code} diabetes`)
        .sort(),
    );
    expect(lacking({ bloodPressureMedication: undefined }).sort()).toEqual(
      [...PRESSURE, ...LABORATORY, 'HPT_RISK_PROB', 'DBT_RISK_PROB', 'HEALTH_SCORE']
        .map((code) => `${code} blood-pressure-medication`)
        .sort(),
    );
    // Channels that need none of them are still present.
    expect(without({ smoker: undefined }).BMI_CALC?.value).not.toBeNull();
    expect(without({ smoker: undefined }).DBT_RISK_PROB?.value).not.toBeNull();
  });

  test('all missing answers are named at once', () => {
    const told = { sex: 'male', smoker: false } as const;
    const values = estimateChannels({ person: told, heartRate: 70, whoRegion: 'DEU' });
    expect(values.BMI_CALC).toEqual({
      ...missing('answers-missing'),
      lacks: ['height', 'weight'],
    });
    expect(values.BP_CVD).toEqual({
      ...missing('answers-missing'),
      lacks: ['age', 'height', 'weight', 'diabetes', 'blood-pressure-medication'],
    });
    const numbers = Object.values(values).filter(({ value }) => value !== null);
    expect(numbers).toEqual([]);
  });

  test('a diagnosis is a reason of its own, whatever else is missing', () => {
    const told = { sex: 'male', diabetes: 'type2', bloodPressureMedication: true } as const;
    const reasons = missingChannels({ person: told, heartRate: 70, whoRegion: 'DEU' });
    expect(reasons).toMatchObject({
      DBT_RISK_PROB: 'already-diagnosed',
      HPT_RISK_PROB: 'already-diagnosed',
      BP_CVD: 'answers-missing',
    });
  });

  test('an unknown hypertension diagnosis counts as none', () => {
    const unasked = estimateChannels(complete({ hypertension: undefined }));
    expect(unasked).toEqual(estimateChannels(complete({ hypertension: false })));
  });

  test('an entered reading replaces the pressure that could not be estimated', () => {
    const cuff = { cuffSystolic: 120, cuffDiastolic: 75 };
    const unknown = {
      ...complete({ ...cuff, bloodPressureMedication: undefined }),
      whoRegion: 'DEU',
    };
    expect(of(unknown, 'BP_RPP').value).toBeCloseTo(Math.log10(70 * 120), 1);
    expect(of(unknown, 'BP_CVD').value).not.toBeNull();
  });

  test.for([
    [null, 'no-heart-rate'],
    [undefined, 'no-heart-rate'],
    [-1, 'no-heart-rate'],
    [Number.NaN, 'no-heart-rate'],
    [39.9, 'heart-rate-out-of-range'],
    [180.1, 'heart-rate-out-of-range'],
  ] as const)(
    'a heart rate of %s leaves workload and score missing with %s',
    ([heartRate, reason]) => {
      const input = { ...complete(), heartRate };
      expect(of(input, 'BP_RPP')).toEqual(missing(reason));
      expect(of(input, 'HEALTH_SCORE')).toEqual(missing(reason));
      expect(of(input, 'BP_CVD').kind).toBe('estimated');
    },
  );

  test('there is no default region', () => {
    const at = (whoRegion?: string) => of({ ...complete(), whoRegion }, 'BP_STROKE');
    expect(at()).toEqual(missing('no-region'));
    expect(at('')).toEqual(missing('no-region'));
    expect(at('Atlantis')).toEqual(missing('unknown-region'));
    expect(at('Western Europe')).toEqual(at('fra'));
  });

  test("the person's country selects the charts, else the operator's setting", () => {
    const at = (country: string | undefined, whoRegion?: string) =>
      of({ ...complete({ country }), whoRegion }, 'BP_CVD');
    const german = at('DE');
    expect(german).toMatchObject({ kind: 'estimated', region: 'Western Europe', country: 'DE' });
    expect(at('DE', 'IND')).toEqual(german);
    expect(at(undefined, 'DEU')).toEqual({ ...german, country: undefined });
    expect(at('IN', 'DEU')).toMatchObject({ region: 'South Asia', country: 'IN' });
    expect(at('IN').value).not.toBe(german.value);
    expect(at('ZZ', 'DEU')).toEqual(missing('unknown-region'));
  });

  test('an age out of range is named before a missing region', () => {
    const young = { ...complete({ ageYears: 39 }), whoRegion: undefined };
    expect(of(young, 'BP_CVD')).toEqual(missing('age-out-of-range'));
  });

  test.for([
    ['heightCm', 49, 'height-out-of-range'],
    ['heightCm', 0, 'height-out-of-range'],
    ['weightKg', 301, 'weight-out-of-range'],
    ['weightKg', 25, 'bmi-out-of-range'],
    ['weightKg', Number.NaN, 'weight-out-of-range'],
  ] as const)('a body of %s %s is refused with %s', ([field, value, reason]) => {
    const input = complete({ [field]: value });
    expect(of(input, 'BMI_CALC')).toEqual(missing(reason));
    expect(of(input, 'FLD_RISK_PROB')).toEqual(missing(reason));
  });

  test('an underweight person without blood pressure has too few parts for a score', () => {
    expect(of(complete({ weightKg: 55 }), 'HEALTH_SCORE')).toEqual(missing('too-few-components'));
  });
});

describe('people with a diagnosis', () => {
  test.for(['type1', 'type2'] as const)(
    'diabetes %s gives no risk of developing it',
    (diabetes) => {
      const reasons = missingChannels(complete({ diabetes }));
      expect(reasons).toEqual({
        AGE: 'no-method',
        ABSI: 'no-waist',
        DBT_RISK_PROB: 'already-diagnosed',
        HBA1C_RISK_PROB: 'already-diagnosed',
        MFBG_RISK_PROB: 'already-diagnosed',
      });
    },
  );

  test('diabetes selects the Framingham equation, which includes it and needs no region', () => {
    const input = { ...complete({ diabetes: 'type2' }), whoRegion: undefined };
    expect(of(input, 'BP_CVD').source).toBe('framingham2008_bmi+own_nhanes_expected_bp_v1');
    expect(of(input, 'BP_HEART_ATTACK').source).toMatch(/^framingham2008_bmi_chd_share\+/);
    expect(of(input, 'BP_STROKE').source).toMatch(/^framingham2008_bmi_stroke_share\+/);
    const all = of(input, 'BP_CVD').value ?? 0;
    expect(all).toBeGreaterThan(of(complete(), 'BP_CVD').value ?? 100);
    expect(of(input, 'BP_HEART_ATTACK').value).toBeCloseTo(0.7174 * all, 9);
    expect(of(input, 'BP_STROKE').value).toBeCloseTo(0.159 * all, 9);
  });

  test.for([
    { hypertension: true, bloodPressureMedication: false },
    { hypertension: false, bloodPressureMedication: true },
    { hypertension: true, bloodPressureMedication: true },
  ])(
    'hypertension or its medication gives no risk: $hypertension, $bloodPressureMedication',
    (told) => {
      expect(of(complete(told), 'HPT_RISK_PROB')).toEqual(missing('already-diagnosed'));
    },
  );

  test('the diagnosis is named even with an unsuitable sex and age', () => {
    const input = complete({ diabetes: 'type1', sex: 'unspecified', ageYears: 95 });
    expect(of(input, 'DBT_RISK_PROB')).toEqual(missing('already-diagnosed'));
  });
});

describe('a recent cuff reading', () => {
  const reading = { systolic: 134, diastolic: 84 };
  const withCuff = { ...complete(), cuff: reading };

  test('is the blood pressure, marked as entered and not measured by the camera', () => {
    expect(of(withCuff, 'BP_SYSTOLIC')).toEqual({
      value: 134,
      kind: 'derived',
      source: 'cuff_reading',
    });
    expect(of(withCuff, 'BP_DIASTOLIC').value).toBe(84);
  });

  test('is used for every value that needs a pressure, and is named as its source', () => {
    for (const channel of ['BP_RPP', 'BP_CVD', 'BP_HEART_ATTACK', 'BP_STROKE'] as const) {
      const value = of(withCuff, channel);
      expect(value.source).toMatch(/\+cuff_reading$/);
      expect(value).not.toHaveProperty('uncertainty');
      expect(value.value).toBeGreaterThan(of(complete(), channel).value ?? 100);
    }
    expect(of(withCuff, 'HEALTH_SCORE')).toMatchObject({
      source: 'le8_style_partial_v1+cuff_reading',
      value: (100 + 70 + 100 + 50 + 100) / 5,
    });
  });

  test('of the profile counts the same, and a newer one takes precedence', () => {
    const person = { ...man, cuffSystolic: 134, cuffDiastolic: 84 };
    expect(estimateChannels({ ...complete(), person })).toEqual(estimateChannels(withCuff));
    const newer = { ...complete(), person, cuff: { systolic: 118, diastolic: 76 } };
    expect(of(newer, 'BP_SYSTOLIC').value).toBe(118);
  });

  test('gives workload without a profile', () => {
    const input = { person: undefined, heartRate: 75, cuff: { systolic: 120, diastolic: 80 } };
    expect(of(input, 'BP_RPP').value).toBeCloseTo(3.95424, 5);
  });

  test('is ignored when only half of it is given', () => {
    const person = { ...man, cuffSystolic: 134 };
    expect(of({ ...complete(), person }, 'BP_SYSTOLIC').source).toBe('own_nhanes_expected_bp_v1');
  });

  test.for([
    { systolic: 59, diastolic: 40 },
    { systolic: 261, diastolic: 90 },
    { systolic: 120, diastolic: 29 },
    { systolic: 80, diastolic: 120 },
    { systolic: Number.NaN, diastolic: 80 },
  ])(
    'that is implausible is refused, not replaced by an estimate: $systolic/$diastolic',
    (cuff) => {
      const input = { ...complete(), cuff };
      for (const channel of [...PRESSURE, 'HPT_RISK_PROB'] as const) {
        expect(of(input, channel)).toEqual(missing('cuff-reading-out-of-range'));
      }
      expect(of(input, 'HEALTH_SCORE')).toEqual(missing('cuff-reading-out-of-range'));
    },
  );

  test.for([
    { systolic: 140, diastolic: 70 },
    { systolic: 120, diastolic: 90 },
    { systolic: 165, diastolic: 100 },
  ])('of hypertension gives no risk of having it: $systolic/$diastolic', (cuff) => {
    const input = { ...complete(), cuff };
    expect(of(input, 'HPT_RISK_PROB')).toEqual(missing('blood-pressure-out-of-range'));
  });

  test('below hypertension leaves the risk of having it unchanged', () => {
    const input = { ...complete(), cuff: { systolic: 139, diastolic: 89 } };
    expect(of(input, 'HPT_RISK_PROB')).toEqual(of(complete(), 'HPT_RISK_PROB'));
  });

  test('beyond the charts leaves the risk missing', () => {
    const input = { ...complete(), cuff: { systolic: 201, diastolic: 110 } };
    expect(of(input, 'BP_SYSTOLIC').value).toBe(201);
    expect(of(input, 'BP_CVD')).toEqual(missing('blood-pressure-out-of-range'));
  });
});

describe('a measured waist', () => {
  const withWaist = complete({ waistCm: 105 });

  test('turns the ratio from estimated to derived and enables the body shape index', () => {
    expect(of(complete(), 'WAIST_TO_HEIGHT')).toMatchObject({
      kind: 'estimated',
      uncertainty: 3.3,
    });
    expect(of(withWaist, 'WAIST_TO_HEIGHT')).toEqual({
      value: (100 * 105) / 178,
      kind: 'derived',
      source: 'waist_over_height+measured_waist',
    });
    expect(of(withWaist, 'ABSI')).toMatchObject({ kind: 'derived' });
  });

  test('is used for the diabetes risk, and is named as its source', () => {
    expect(of(complete(), 'DBT_RISK_PROB').source).toBe(
      'findrisc2003_concise_logit+bozeman2012_interaction',
    );
    const risk = of(withWaist, 'DBT_RISK_PROB');
    expect(risk.source).toBe('findrisc2003_concise_logit+measured_waist');
    expect(risk).not.toHaveProperty('uncertainty');
    expect(risk.value).toBeGreaterThan(of(complete(), 'DBT_RISK_PROB').value ?? 100);
  });

  test('if replaced by an estimate adds uncertainty to the risk, but never one of zero', () => {
    expect(of(complete(), 'DBT_RISK_PROB').uncertainty).toBeGreaterThan(0.3);
    expect(of({ person: treatedWoman }, 'DBT_RISK_PROB')).not.toHaveProperty('uncertainty');
  });

  test.for([39, 201, Number.NaN])('of %s cm is refused, not replaced by an estimate', (waistCm) => {
    for (const channel of ['WAIST_TO_HEIGHT', 'ABSI', 'DBT_RISK_PROB'] as const) {
      expect(of(complete({ waistCm }), channel)).toEqual(missing('waist-out-of-range'));
    }
  });

  test('above body mass index 40 is required for a ratio; the diabetes risk takes its top class', () => {
    const heavy = complete({ weightKg: 140 });
    expect(of(heavy, 'WAIST_TO_HEIGHT')).toEqual(missing('bmi-out-of-range'));
    const risk = of(heavy, 'DBT_RISK_PROB');
    expect(risk.source).toBe('findrisc2003_concise_logit');
    expect(risk.value).toBe(of(complete({ weightKg: 140, waistCm: 140 }), 'DBT_RISK_PROB').value);
    expect(of(complete({ weightKg: 140, waistCm: 140 }), 'WAIST_TO_HEIGHT').kind).toBe('derived');
  });
});

test('body shape below 18 years is marked as having ranges for adults only', () => {
  for (const channel of ['BMI_CALC', 'ABSI'] as const) {
    const at = (ageYears: number) => of(complete({ ageYears, waistCm: 80 }), channel);
    expect(at(17)).toEqual({ ...at(18), reason: 'ranges-for-adults' });
    expect(at(18)).not.toHaveProperty('reason');
  }
});

test('a diabetes risk outside the ages it was developed on is marked', () => {
  expect(of(complete({ ageYears: 35 }), 'DBT_RISK_PROB')).not.toHaveProperty('reason');
  expect(of(complete({ ageYears: 64 }), 'DBT_RISK_PROB')).not.toHaveProperty('reason');
  expect(of(complete({ ageYears: 34 }), 'DBT_RISK_PROB').reason).toBe('outside-development-age');
  expect(of(complete({ ageYears: 65 }), 'DBT_RISK_PROB').reason).toBe('outside-development-age');
});

test('an expected pressure never counts in the wellness score', () => {
  const { value: untold } = of({ ...complete(), heartRate: 64 }, 'HEALTH_SCORE');
  expect(untold).toBe((100 + 70 + 100 + 100) / 4);
  const { value: told } = of(complete({ hypertension: true }), 'HEALTH_SCORE');
  expect(told).toBe((100 + 70 + 100 + 25 + 100) / 5);
  expect(of({ person: treatedWoman, heartRate: 82 }, 'HEALTH_SCORE').value).toBe(50);
});
