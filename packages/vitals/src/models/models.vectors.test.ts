// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import { z } from '@perfuse/contract/schema';
import type { Outcome } from '@perfuse/contract/outcome';
import type { Demographics } from '@perfuse/contract/person/demographics';
import { hypertensionProbability } from './htnport.ts';
import vectorFile from './models.vectors.json' with { type: 'json' };
import { incidentHypertensionRisk } from './parikh2008.ts';
import { subjectOf, type SubjectInput } from './subject.ts';
import { HEALTH_MODELS } from './table.ts';

/**
 * Vectors of the channels measured from the pulse signal: they belong to the signal code and are checked next to the
 * beats.
 */
const SIGNAL_CHANNELS = ['HR_BPM', 'BR_BPM', 'HRV_SDNN', 'IHB_COUNT', 'SNR', 'MSI'];

const vectorSchema = z.object({
  channel: z.string(),
  model: z.string(),
  inputs: z.record(z.string(), z.unknown()),
  expected: z.number(),
  tolerance: z.number(),
  note: z.optional(z.string()),
});
type Vector = z.infer<typeof vectorSchema>;
const vectors = z.array(vectorSchema).parse(vectorFile);
const ours = vectors.filter(({ channel }) => !SIGNAL_CHANNELS.includes(channel));

const flag = z.pipe(
  z.union([z.literal(0), z.literal(1)]),
  z.transform((value) => value === 1),
);
const knownSex = z.enum(['male', 'female']);
const diabetesType = z.enum(['none', 'type1', 'type2']);

const profileSchema = z.object({
  sex: z._default(z.enum(['male', 'female', 'unspecified']), 'unspecified'),
  age: z._default(z.number(), 40),
  height_cm: z._default(z.number(), 170),
  weight_kg: z._default(z.number(), 70),
  waist_cm: z.optional(z.number()),
  smoker: z._default(flag, false),
  diabetes: z._default(diabetesType, 'none'),
  hypertension: z._default(flag, false),
  bp_medication: z._default(flag, false),
  hr_bpm: z.optional(z.number()),
  cuff_bp: z.optional(z.nullable(z.tuple([z.number(), z.number()]))),
});

/** The number of a vector; -1 where the model refuses. */
const number = (outcome: Outcome<number, unknown>): number => (outcome.ok ? outcome.value : -1);

/** By the model in the table, as the product runs it. */
function fromTable(vector: Vector, input: SubjectInput): number {
  const model = HEALTH_MODELS.find(
    ({ source, channel }) => source === vector.model && channel === vector.channel,
  );
  if (model === undefined) throw new Error(`No model ${vector.model} for ${vector.channel}.`);
  const result = model.evaluate(subjectOf(input));
  return result.ok ? result.value.value : -1;
}

function fromProfile(vector: Vector): number {
  const profile = profileSchema.parse(vector.inputs);
  const person: Demographics = {
    sex: profile.sex,
    ageYears: profile.age,
    heightCm: profile.height_cm,
    weightKg: profile.weight_kg,
    smoker: profile.smoker,
    diabetes: profile.diabetes,
    hypertension: profile.hypertension,
    bloodPressureMedication: profile.bp_medication,
    ...(profile.waist_cm !== undefined && { waistCm: profile.waist_cm }),
  };
  const [systolic, diastolic] = profile.cuff_bp ?? [];
  const cuff =
    systolic === undefined || diastolic === undefined ? undefined : { systolic, diastolic };
  return fromTable(vector, { person, heartRate: profile.hr_bpm, cuff });
}

const rppSchema = z.object({ hr_bpm: z.number(), sbp_mmhg: z.number() });
function ratePressure(vector: Vector): number {
  const { hr_bpm: heartRate, sbp_mmhg: systolic } = rppSchema.parse(vector.inputs);
  const cuff = systolic < 0 ? undefined : { systolic, diastolic: 60 };
  return fromTable(vector, { person: undefined, heartRate, cuff });
}

/** A person of 2 m, whose body mass index is exact. */
const buildOf = (bmi: number) => ({ heightCm: 200, weightKg: 4 * bmi });

const whoSchema = z.object({
  region: z.string(),
  sex: knownSex,
  age: z.number(),
  bmi: z.number(),
  sbp_mmhg: z.number(),
  smoker: flag,
});
function who(vector: Vector): number {
  const { region, age, bmi, sbp_mmhg: systolic, ...rest } = whoSchema.parse(vector.inputs);
  const person: Demographics = {
    ...rest,
    ...buildOf(bmi),
    ageYears: age,
    diabetes: 'none',
    bloodPressureMedication: false,
  };
  const input = { person, whoRegion: region, cuff: { systolic, diastolic: 60 } };
  return fromTable({ ...vector, model: 'who2019_nonlab' }, input);
}

const framinghamSchema = z.object({
  sex: knownSex,
  age: z.number(),
  bmi: z.number(),
  sbp_mmhg: z.number(),
  bp_medication: flag,
  smoker: flag,
  diabetes: diabetesType,
});
function framingham(vector: Vector): number {
  const given = framinghamSchema.parse(vector.inputs);
  const person: Demographics = {
    ...buildOf(given.bmi),
    sex: given.sex,
    ageYears: given.age,
    smoker: given.smoker,
    diabetes: given.diabetes,
    bloodPressureMedication: given.bp_medication,
  };
  return fromTable(vector, { person, cuff: { systolic: given.sbp_mmhg, diastolic: 60 } });
}

const familyKnownSchema = z.object({
  sex: knownSex,
  age: z.number(),
  bmi: z.number(),
  diabetes: flag,
  family_history: flag,
});
function familyKnown({ inputs }: Vector): number {
  const {
    sex,
    age,
    bmi,
    diabetes,
    family_history: familyHistory,
  } = familyKnownSchema.parse(inputs);
  return number(
    hypertensionProbability({ sex, ageYears: age, bmi, diabetic: diabetes, familyHistory }),
  );
}

const parikhSchema = z.object({
  sex: knownSex,
  age: z.number(),
  bmi: z.number(),
  smoker: flag,
  sbp_mmhg: z.number(),
  dbp_mmhg: z.number(),
  parents_with_hypertension: z.union([z.literal(0), z.literal(1), z.literal(2)]),
});
function parikh({ inputs }: Vector): number {
  const given = parikhSchema.parse(inputs);
  return number(
    incidentHypertensionRisk({
      sex: given.sex,
      ageYears: given.age,
      bmi: given.bmi,
      smoker: given.smoker,
      systolic: given.sbp_mmhg,
      diastolic: given.dbp_mmhg,
      parentsWithHypertension: given.parents_with_hypertension,
    }),
  );
}

/** Models whose vectors have other inputs than a profile. */
const DIRECT: Record<string, (vector: Vector) => number> = {
  log10_hr_times_sbp: ratePressure,
  who2019_nonlab: who,
  who2019_nonlab_chart_cell: who,
  framingham2008_bmi: framingham,
  framingham2008_bmi_chd_share: framingham,
  framingham2008_bmi_stroke_share: framingham,
  htnport_reduced_family_history_known: familyKnown,
  framingham_parikh2008_4y: parikh,
};

describe('published models', () => {
  test('each model of the table has a vector with a value, except the one that never answers', () => {
    const answered = new Set(
      vectors
        .filter(({ expected }) => expected !== -1)
        .map(({ model, channel }) => `${model} ${channel}`),
    );
    const names = HEALTH_MODELS.map(({ source, channel }) => `${source} ${channel}`);
    expect(names.filter((name) => !answered.has(name))).toEqual(['facial_skin_age AGE']);
  });

  test.for(ours)('$channel by $model, vector %#: $expected', (vector) => {
    const value = (DIRECT[vector.model] ?? fromProfile)(vector);
    expect(Math.abs(value - vector.expected)).toBeLessThanOrEqual(vector.tolerance);
  });
});
