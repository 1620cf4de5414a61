// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Demographics } from '@perfuse/contract/person/demographics';
import type { ChannelCode, ChannelValues } from '@perfuse/contract/results/channels';
import { estimateChannels } from './estimate.ts';
import { expectedPressure } from './expected-blood-pressure.ts';
import { diabetesRisk } from './findrisc2003.ts';
import { framinghamRisk } from './framingham2008.ts';
import { MISSING_REASONS, WEAK_REASONS } from '@perfuse/contract/results/reasons';
import { ratePressureProduct } from './rate-pressure-product.ts';
import { citationsOf } from '@perfuse/contract/results/sources';
import { wellnessScore } from './wellness-score.ts';
import { CHART_REGIONS } from '@perfuse/contract/results/chart-regions';
import { WHO_COUNTRY_CODES } from './who-regions.ts';
import { whoRisk, type WhoInput } from './who2019.ts';

const anyNumber = fc.oneof(
  fc.double(),
  fc.integer({ min: -10, max: 300 }),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -1, 0),
);
const personOf = (size: {
  age: fc.Arbitrary<number>;
  height: fc.Arbitrary<number>;
  weight: fc.Arbitrary<number>;
  optional: fc.Arbitrary<number>;
}): fc.Arbitrary<Demographics> =>
  fc.record(
    {
      ageYears: size.age,
      heightCm: size.height,
      weightKg: size.weight,
      sex: fc.constantFrom('male', 'female', 'unspecified'),
      smoker: fc.boolean(),
      diabetes: fc.constantFrom('none', 'type1', 'type2'),
      hypertension: fc.boolean(),
      bloodPressureMedication: fc.boolean(),
      waistCm: size.optional,
      cuffSystolic: size.optional,
      cuffDiastolic: size.optional,
    },
    {
      requiredKeys: [
        'ageYears',
        'heightCm',
        'weightKg',
        'sex',
        'smoker',
        'diabetes',
        'hypertension',
        'bloodPressureMedication',
      ],
    },
  );
const plausible = personOf({
  age: fc.integer({ min: 13, max: 120 }),
  height: fc.integer({ min: 120, max: 220 }),
  weight: fc.integer({ min: 30, max: 200 }),
  optional: fc.integer({ min: 30, max: 260 }),
});
const absurd = personOf({
  age: anyNumber,
  height: anyNumber,
  weight: anyNumber,
  optional: anyNumber,
});
const place = fc.constantFrom(...CHART_REGIONS, ...WHO_COUNTRY_CODES, '', 'nowhere');

const isPercent = (code: string): boolean =>
  code.endsWith('_RISK_PROB') ||
  ['BP_CVD', 'BP_HEART_ATTACK', 'BP_STROKE', 'HEALTH_SCORE'].includes(code);
const reasons: readonly string[] = [...MISSING_REASONS, ...WEAK_REASONS];

/** Faults of a set of channels; empty when all is well. */
function faultsOf(values: ChannelValues): string[] {
  const faults: string[] = [];
  for (const [code, answer] of Object.entries(values)) {
    const { value, kind, source, uncertainty, reason } = answer;
    const claim = (holds: boolean, what: string): void => {
      if (!holds) faults.push(`${code} ${what}: ${JSON.stringify(answer)}`);
    };
    claim(reason === undefined || reasons.includes(reason), 'gives an unknown reason');
    claim((kind === 'missing') === (value === null), 'is missing and there, or neither');
    if (value === null) {
      claim(source === '' && reason !== undefined, 'is missing without a reason');
      continue;
    }
    claim(Number.isFinite(value) && value >= 0, 'is no number');
    if (isPercent(code)) claim(value <= 100, 'is above 100');
    if (uncertainty !== undefined) {
      claim(Number.isFinite(uncertainty) && uncertainty > 0, 'has a spread that is none');
    }
    claim(citationsOf(source).length === source.split('+').length, 'cites what is not there');
  }
  return faults;
}

describe('for any input', () => {
  test('a plausible person gets numbers within their scale or a reason', () => {
    fc.assert(
      fc.property(
        plausible,
        fc.integer({ min: 30, max: 200 }),
        place,
        (person, rate, whoRegion) => {
          expect(faultsOf(estimateChannels({ person, heartRate: rate, whoRegion }))).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('an absurd person never gets an invalid number', () => {
    fc.assert(
      fc.property(absurd, fc.option(anyNumber), place, (person, heartRate, whoRegion) => {
        expect(faultsOf(estimateChannels({ person, heartRate, whoRegion }))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('a risk that a diagnosis suppresses stays missing', () => {
    fc.assert(
      fc.property(plausible, place, (person, whoRegion) => {
        const values = estimateChannels({ person, heartRate: 70, whoRegion });
        if (person.diabetes !== 'none') {
          for (const code of ['DBT_RISK_PROB', 'HBA1C_RISK_PROB', 'MFBG_RISK_PROB'] as const) {
            expect(values[code]?.reason).toBe('already-diagnosed');
          }
        }
        if (person.hypertension || person.bloodPressureMedication) {
          expect(values.HPT_RISK_PROB?.reason).toBe('already-diagnosed');
        }
        expect(values.AGE?.value).toBeNull();
      }),
    );
  });

  test('a heart attack or stroke is never less likely than either alone', () => {
    fc.assert(
      fc.property(plausible, place, (person, whoRegion) => {
        const values = estimateChannels({ person, whoRegion });
        const cvd = values.BP_CVD?.value ?? null;
        if (cvd === null) return;
        expect(cvd).toBeGreaterThanOrEqual(values.BP_STROKE?.value ?? 100);
        expect(cvd).toBeGreaterThanOrEqual(values.BP_HEART_ATTACK?.value ?? 100);
      }),
    );
  });
});

/** Runs a model at two values of one input, all else equal, and passes on both results. */
function rising<T>(
  base: fc.Arbitrary<T>,
  low: fc.Arbitrary<number>,
  step: fc.Arbitrary<number>,
  at: (base: T, value: number) => number,
): void {
  fc.assert(
    fc.property(base, low, step, (given, value, more) => {
      expect(at(given, value + more)).toBeGreaterThanOrEqual(at(given, value));
    }),
    { numRuns: 400 },
  );
}
const value = (result: { ok: true; value: number } | { ok: false }): number => {
  if (!result.ok) throw new Error('A value inside the range was refused.');
  return result.value;
};
/** An increase of any input: years, kilograms, mmHg. */
const upTo20 = fc.integer({ min: 0, max: 20 });
const sex = fc.constantFrom('male' as const, 'female' as const);

describe('values rise as medically expected', () => {
  const whoBase: fc.Arbitrary<WhoInput> = fc.record({
    region: fc.constantFrom(...CHART_REGIONS),
    sex,
    ageYears: fc.integer({ min: 40, max: 80 }),
    bmi: fc.double({ min: 15, max: 50, noNaN: true }),
    systolic: fc.double({ min: 80, max: 200, noNaN: true }),
    smoker: fc.boolean(),
  });
  const who = (input: WhoInput): number => {
    const risks = whoRisk(input);
    if (!risks.ok) throw new Error(risks.reason);
    return risks.value.cardiovascular;
  };

  test('the WHO risk with age, pressure, weight and smoking, in every region', () => {
    rising(whoBase, fc.integer({ min: 40, max: 60 }), upTo20, (base, ageYears) =>
      who({ ...base, ageYears }),
    );
    rising(whoBase, fc.integer({ min: 80, max: 180 }), upTo20, (base, systolic) =>
      who({ ...base, systolic }),
    );
    rising(whoBase, fc.integer({ min: 15, max: 30 }), upTo20, (base, bmi) => who({ ...base, bmi }));
    fc.assert(
      fc.property(whoBase, (base) => {
        expect(who({ ...base, smoker: true })).toBeGreaterThan(who({ ...base, smoker: false }));
      }),
    );
  });

  const framinghamBase = fc.record({
    sex,
    ageYears: fc.integer({ min: 30, max: 74 }),
    bmi: fc.double({ min: 15, max: 50, noNaN: true }),
    systolic: fc.double({ min: 80, max: 200, noNaN: true }),
    bloodPressureMedication: fc.boolean(),
    smoker: fc.boolean(),
    diabetic: fc.boolean(),
  });

  test('the Framingham risk with age, pressure and diabetes', () => {
    rising(framinghamBase, fc.integer({ min: 30, max: 54 }), upTo20, (base, ageYears) =>
      value(framinghamRisk({ ...base, ageYears })),
    );
    rising(framinghamBase, fc.integer({ min: 80, max: 180 }), upTo20, (base, systolic) =>
      value(framinghamRisk({ ...base, systolic })),
    );
    fc.assert(
      fc.property(framinghamBase, (base) => {
        const risk = (diabetic: boolean) => value(framinghamRisk({ ...base, diabetic }));
        expect(risk(true)).toBeGreaterThan(risk(false));
      }),
    );
  });

  const diabetesBase = fc.record({
    sex,
    ageYears: fc.integer({ min: 20, max: 79 }),
    bmi: fc.double({ min: 15, max: 60, noNaN: true }),
    waistCm: fc.integer({ min: 50, max: 180 }),
    bloodPressureMedication: fc.boolean(),
  });

  test('the diabetes risk with age, weight and waist', () => {
    rising(diabetesBase, fc.integer({ min: 20, max: 59 }), upTo20, (base, ageYears) =>
      value(diabetesRisk({ ...base, ageYears })),
    );
    rising(diabetesBase, fc.integer({ min: 15, max: 40 }), upTo20, (base, bmi) =>
      value(diabetesRisk({ ...base, bmi })),
    );
    rising(diabetesBase, fc.integer({ min: 50, max: 150 }), upTo20, (base, waistCm) =>
      value(diabetesRisk({ ...base, waistCm })),
    );
  });

  test('the expected systolic pressure with age and weight', () => {
    const base = fc.record({
      sex,
      ageYears: fc.integer({ min: 18, max: 79 }),
      bmi: fc.double({ min: 10, max: 65, noNaN: true }),
      bloodPressureMedication: fc.boolean(),
      diabetic: fc.boolean(),
      smoker: fc.boolean(),
      toldHypertension: fc.boolean(),
    });
    const at = (input: Parameters<typeof expectedPressure>[1]): number => {
      const expected = expectedPressure('systolic', input);
      return expected.ok ? expected.value.value : Number.NaN;
    };
    rising(base, fc.integer({ min: 18, max: 59 }), upTo20, (b, ageYears) => at({ ...b, ageYears }));
    rising(base, fc.integer({ min: 10, max: 45 }), upTo20, (b, bmi) => at({ ...b, bmi }));
  });

  const shown =
    (channel: ChannelCode) =>
    (person: Demographics): number =>
      estimateChannels({ person })[channel]?.value ?? Number.NaN;
  const healthy = fc.record({
    ageYears: fc.integer({ min: 20, max: 79 }),
    heightCm: fc.constant(170),
    weightKg: fc.integer({ min: 55, max: 110 }),
    sex,
    smoker: fc.boolean(),
    diabetes: fc.constant('none' as const),
    hypertension: fc.constant(false),
    bloodPressureMedication: fc.constant(false),
  });

  test.for([
    // The published curve for men under 25 is flat above BMI 31: it falls by less than 0.01 points per kilogram.
    ['HPT_RISK_PROB', 70],
    ['HBA1C_RISK_PROB', 90],
    ['MFBG_RISK_PROB', 90],
    ['FLD_RISK_PROB', 90],
    ['OVERALL_METABOLIC_RISK_PROB', 90],
    ['WAIST_TO_HEIGHT', 90],
  ] as const)('%s with weight, from 55 to %d + 20 kg at 170 cm', ([channel, max]) => {
    rising(healthy, fc.integer({ min: 55, max }), upTo20, (person, weightKg) =>
      shown(channel)({ ...person, weightKg }),
    );
  });

  test.for([
    ['HPT_RISK_PROB', 59],
    ['HBA1C_RISK_PROB', 59],
    ['MFBG_RISK_PROB', 59],
    // Medication and selection flatten cholesterol in old age.
    ['HDLTC_RISK_PROB', 45],
  ] as const)('%s with age, from 20 to %d + 20 years', ([channel, max]) => {
    rising(healthy, fc.integer({ min: 20, max }), upTo20, (person, ageYears) =>
      shown(channel)({ ...person, ageYears }),
    );
  });

  test.for([
    'TG_RISK_PROB',
    'HDLTC_RISK_PROB',
    'FLD_RISK_PROB',
    'OVERALL_METABOLIC_RISK_PROB',
  ] as const)('%s with diabetes', (channel) => {
    fc.assert(
      fc.property(healthy, (person) => {
        const diabetic = shown(channel)({ ...person, diabetes: 'type2' });
        expect(diabetic).toBeGreaterThan(shown(channel)(person));
      }),
    );
  });

  test('workload with heart rate and with pressure', () => {
    const rate = fc.integer({ min: 40, max: 160 });
    rising(rate, rate, upTo20, (fixed, more) => ratePressureProduct(more, fixed));
    rising(rate, rate, upTo20, (fixed, more) => ratePressureProduct(fixed, more));
  });

  test('the wellness score never gains from smoking, diabetes or a higher pressure', () => {
    const base = fc.record({
      bmi: fc.double({ min: 18.5, max: 60, noNaN: true }),
      heartRate: fc.double({ min: 40, max: 180, noNaN: true }),
      toldHypertension: fc.boolean(),
      bloodPressureMedication: fc.boolean(),
      smoker: fc.boolean(),
      diabetic: fc.boolean(),
      cuff: fc.record({
        systolic: fc.integer({ min: 80, max: 200 }),
        diastolic: fc.integer({ min: 40, max: 79 }),
      }),
    });
    fc.assert(
      fc.property(base, upTo20, (given, more) => {
        const score = value(wellnessScore(given));
        const { systolic, diastolic } = given.cuff;
        for (const worse of [
          { smoker: true },
          { diabetic: true },
          { cuff: { systolic: systolic + more, diastolic } },
          { cuff: { systolic, diastolic: diastolic + more } },
        ]) {
          expect(value(wellnessScore({ ...given, ...worse }))).toBeLessThanOrEqual(score);
        }
      }),
    );
  });
});
