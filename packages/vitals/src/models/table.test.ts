// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import type { Demographics } from '@perfuse/contract/person/demographics';
import { MODEL_SOURCES } from '@perfuse/contract/results/source-models';
import type { HealthModel } from './health-model.ts';
import type { RangedInput } from './range.ts';
import { subjectOf, type SubjectInput } from './subject.ts';
import { HEALTH_MODELS } from './table.ts';

const person: Demographics = {
  ageYears: 50,
  heightCm: 170,
  weightKg: 75,
  sex: 'female',
  smoker: false,
  diabetes: 'none',
  hypertension: false,
  bloodPressureMedication: false,
  waistCm: 90,
};
const base: SubjectInput = {
  person,
  heartRate: 70,
  whoRegion: 'JPN',
  cuff: { systolic: 120, diastolic: 75 },
};
const edit = (change: Partial<Demographics>): SubjectInput => ({
  ...base,
  person: { ...person, ...change },
});

/** The base case with one input set to a value. */
const AT: Record<RangedInput, (value: number) => SubjectInput> = {
  ageYears: (ageYears) => edit({ ageYears }),
  // The body mass index stays unchanged, so that only the height is at its limit.
  heightCm: (heightCm) => edit({ heightCm, weightKg: Math.min(299, 26 * (heightCm / 100) ** 2) }),
  weightKg: (weightKg) => edit({ weightKg, heightCm: Math.sqrt((weightKg * 10_000) / 26) }),
  bmi: (bmi) => edit({ weightKg: bmi * 1.7 ** 2 }),
  waistCm: (waistCm) => edit({ waistCm }),
  systolic: (systolic) => ({ ...base, cuff: { systolic, diastolic: 35 } }),
  diastolic: (diastolic) => ({ ...base, cuff: { systolic: 250, diastolic } }),
  heartRate: (heartRate) => ({ ...base, heartRate }),
};
const INPUTS: readonly RangedInput[] = ['ageYears', 'bmi', 'waistCm', 'systolic', 'heartRate'];

const cases = HEALTH_MODELS.flatMap((model) =>
  INPUTS.flatMap((input) => {
    const limits = model.range[input];
    return limits === undefined ? [] : [{ model, input, limits, name: model.source }];
  }),
);
const answer = (model: HealthModel, input: SubjectInput) => model.evaluate(subjectOf(input));

describe('the table of models', () => {
  test('names a source for each, and cites it', () => {
    for (const { source, citation } of HEALTH_MODELS) expect(citation).toBe(MODEL_SOURCES[source]);
  });

  test('has one entry per method and channel', () => {
    const keys = HEALTH_MODELS.map(({ source, channel }) => `${source} ${channel}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('marks every own model as such', () => {
    for (const { source, citation } of HEALTH_MODELS) {
      expect(citation.ownModel).toBe(source.startsWith('own_') || source.startsWith('le8_style'));
    }
  });

  test.for(cases)(
    '$name accepts $input $limits.0 to $limits.1, ends included',
    ({ model, input, limits }) => {
      const [low, high] = limits;
      // Slightly inside, because a body mass index computed from height and weight is not exact.
      const hair = input === 'bmi' ? 1e-9 : 0;
      for (const value of [low + hair, high - hair]) {
        expect(answer(model, AT[input](value))).toMatchObject({ ok: true });
      }
    },
  );

  test.for(cases)(
    '$name refuses $input beyond $limits.0 to $limits.1 and names the reason',
    ({ model, input, limits }) => {
      const [low, high] = limits;
      for (const value of [low - 0.01, high + 0.01, Number.NaN]) {
        const result = answer(model, AT[input](value));
        expect(result).toMatchObject({ ok: false });
        if (!result.ok) expect(result.reason).toMatch(/-out-of-range$|^no-heart-rate$/);
      }
    },
  );

  test('marks five models as alternatives', () => {
    const alternatives = HEALTH_MODELS.filter(({ use }) => use === 'alternative');
    expect(alternatives.map(({ source }) => source)).toEqual([
      'own_nhanes_expected_bp_v1_with_htn',
      'krakauer2012_x100_from_bozeman_waist',
      'framingham_parikh2008_4y',
      'desir2008_clinical',
      'cambridge2000_score_x100',
    ]);
  });

  test('the four-year hypertension equation is for people below 140/90 without diabetes', () => {
    const model = HEALTH_MODELS.find(({ source }) => source === 'framingham_parikh2008_4y');
    const reason = (input: SubjectInput) => {
      const result = model?.evaluate(subjectOf(input));
      return result?.ok === false ? result.reason : 'a value';
    };
    expect(reason(base)).toBe('a value');
    expect(reason({ ...base, cuff: undefined })).toBe('no-cuff-reading');
    expect(reason({ ...base, cuff: { systolic: 140, diastolic: 80 } })).toBe(
      'blood-pressure-out-of-range',
    );
    expect(reason({ ...base, cuff: { systolic: 130, diastolic: 90 } })).toBe(
      'blood-pressure-out-of-range',
    );
    expect(reason(edit({ diabetes: 'type1' }))).toBe('diabetes-not-covered');
    expect(reason(edit({ hypertension: true }))).toBe('already-diagnosed');
  });
});
