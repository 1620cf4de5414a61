// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import { cambridgeIndex } from './cambridge2000.ts';
import { NHANES_PRESSURE } from './coefficients/nhanes.ts';
import { expectedPressure } from './expected-blood-pressure.ts';
import { diabetesRisk } from './findrisc2003.ts';
import { bozemanWaist } from './waist.ts';
import { wellnessScore, type WellnessInput } from './wellness-score.ts';

const valueOf = (result: { ok: true; value: number } | { ok: false }): number =>
  result.ok ? result.value : Number.NaN;
/** The linear predictor of a probability in percent. */
const logit = (percent: number): number => Math.log(percent / (100 - percent));

describe('classes of the diabetes risk', () => {
  const unmeasured = {
    sex: 'male',
    ageYears: 40,
    bmi: 22,
    bloodPressureMedication: false,
  } as const;
  const thin = { ...unmeasured, waistCm: 80 } as const;
  const above = (change: Partial<Parameters<typeof diabetesRisk>[0]>): number =>
    logit(valueOf(diabetesRisk({ ...thin, ...change }))) - logit(valueOf(diabetesRisk(thin)));

  test.for([
    [{ ageYears: 44 }, 0],
    [{ ageYears: 45 }, 0.628],
    [{ ageYears: 54 }, 0.628],
    [{ ageYears: 55 }, 0.892],
    [{ bmi: 25 }, 0],
    [{ bmi: 25.01 }, 0.165],
    [{ bmi: 30 }, 0.165],
    [{ bmi: 30.01 }, 1.096],
    [{ waistCm: 93.9 }, 0],
    [{ waistCm: 94 }, 0.857],
    [{ waistCm: 101.9 }, 0.857],
    [{ waistCm: 102 }, 1.35],
    [{ bloodPressureMedication: true }, 0.711],
  ] as const)('%o adds %d', ([change, points]) => {
    expect(above(change)).toBeCloseTo(points, 9);
  });

  test('a woman is in the middle waist class from 80 cm and in the top one from 88 cm', () => {
    const woman = (waistCm: number) =>
      logit(valueOf(diabetesRisk({ ...thin, sex: 'female', waistCm })));
    expect(woman(79.9)).toBeCloseTo(-5.514, 9);
    expect(woman(80)).toBeCloseTo(-5.514 + 0.857, 9);
    expect(woman(88)).toBeCloseTo(-5.514 + 1.35, 9);
  });

  test('without a waist, only a body mass index above 40 gives a risk', () => {
    expect(diabetesRisk({ ...unmeasured, bmi: 40 })).toEqual({ ok: false, reason: 'no-waist' });
    expect(logit(valueOf(diabetesRisk({ ...unmeasured, bmi: 40.1 })))).toBeCloseTo(
      -5.514 + 1.096 + 1.35,
      9,
    );
  });
});

test.for([
  [24.99, 0],
  [25, 0.699],
  [27.5, 1.97],
  [30, 2.518],
] as const)('the Cambridge index gives body mass index %d the term %d', ([bmi, term]) => {
  const index = cambridgeIndex({
    sex: 'male',
    ageYears: 50,
    bmi,
    bloodPressureMedication: false,
    smoker: false,
  });
  expect(logit(valueOf(index))).toBeCloseTo(-6.322 + 0.063 * 50 + term, 9);
});

describe('the estimated waist', () => {
  test('of a woman rises by less than 1 cm where her age begins to count', () => {
    const at = (ageYears: number) => valueOf(bozemanWaist({ sex: 'female', ageYears, bmi: 24 }));
    expect(at(34)).toBe(at(20));
    expect(at(35) - at(34)).toBeCloseTo(0.72, 2);
    expect(at(36) - at(35)).toBeCloseTo(0.125975, 9);
  });
});

describe('the expected blood pressure', () => {
  const input = {
    sex: 'female',
    ageYears: 50,
    bmi: 27,
    bloodPressureMedication: false,
    diabetic: false,
    smoker: false,
    toldHypertension: false,
  } as const;
  const at = (change: Partial<Parameters<typeof expectedPressure>[1]>) => {
    const expected = expectedPressure('systolic', { ...input, ...change });
    return expected.ok ? expected.value : { value: Number.NaN, sd: Number.NaN };
  };

  test('clamps the body mass index to 15 to 60, as the model does', () => {
    expect(at({ bmi: 64 }).value).toBe(at({ bmi: 60 }).value);
    expect(at({ bmi: 11 }).value).toBe(at({ bmi: 15 }).value);
    expect(at({ bmi: 59 }).value).toBeLessThan(at({ bmi: 60 }).value);
  });

  test('spreads more with age', () => {
    const { residualSd } = NHANES_PRESSURE.systolic.female;
    expect([39, 40, 59, 60].map((ageYears) => at({ ageYears }).sd)).toEqual([
      residualSd[0],
      residualSd[1],
      residualSd[1],
      residualSd[2],
    ]);
  });

  test('of the alternative model counts diagnosed hypertension only while it is not treated', () => {
    const told = (change: Partial<Parameters<typeof expectedPressure>[1]>): number => {
      const expected = expectedPressure('systolicWithTold', { ...input, ...change });
      return expected.ok ? expected.value.value : Number.NaN;
    };
    expect(told({ toldHypertension: true }) - told({})).toBeCloseTo(10.10219, 9);
    expect(told({ toldHypertension: true, bloodPressureMedication: true })).toBe(
      told({ bloodPressureMedication: true }),
    );
  });
});

describe('parts of the wellness score', () => {
  const unread: WellnessInput = {
    smoker: false,
    diabetic: false,
    bmi: 22,
    toldHypertension: false,
    bloodPressureMedication: false,
    heartRate: 60,
  };
  const best: WellnessInput = { ...unread, cuff: { systolic: 110, diastolic: 70 } };
  /** Points of the one component that differs from the best case. */
  const part = (change: Partial<WellnessInput>): number =>
    valueOf(wellnessScore({ ...best, ...change })) * 5 - 400;
  const cuff = (systolic: number, diastolic: number) => ({ cuff: { systolic, diastolic } });

  test.for([
    [{}, 100],
    [{ smoker: true }, 0],
    [{ diabetic: true }, 40],
    [{ bmi: 18.5 }, 100],
    [{ bmi: 25 }, 70],
    [{ bmi: 30 }, 30],
    [{ bmi: 35 }, 15],
    [{ bmi: 40 }, 0],
    [cuff(119, 79), 100],
    [cuff(120, 79), 75],
    [cuff(130, 70), 50],
    [cuff(140, 70), 25],
    [cuff(160, 70), 0],
    [cuff(110, 80), 50],
    [cuff(110, 90), 25],
    [cuff(150, 100), 0],
    [{ ...cuff(119, 79), bloodPressureMedication: true }, 80],
    [{ ...cuff(170, 79), bloodPressureMedication: true }, 0],
    [{ heartRate: 39 }, 0],
    [{ heartRate: 40 }, 75],
    [{ heartRate: 49.9 }, 75],
    [{ heartRate: 50 }, 100],
    [{ heartRate: 70 }, 75],
    [{ heartRate: 80 }, 50],
    [{ heartRate: 90 }, 25],
    [{ heartRate: 100 }, 0],
  ] as const)('%o gives %d', ([change, points]) => {
    expect(part(change)).toBeCloseTo(points, 9);
  });

  test('underweight is excluded from the mean', () => {
    expect(valueOf(wellnessScore({ ...best, bmi: 18.4, smoker: true }))).toBe(75);
  });

  test('without a reading a diagnosis lowers the score, slightly less when treated', () => {
    expect(valueOf(wellnessScore(unread))).toBe(100);
    expect(valueOf(wellnessScore({ ...unread, toldHypertension: true }))).toBe(85);
    expect(valueOf(wellnessScore({ ...unread, bloodPressureMedication: true }))).toBe(86);
  });
});
