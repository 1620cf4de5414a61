// SPDX-License-Identifier: Apache-2.0
import { z } from '../schema.ts';

/** The models' input about the person, in natural units. An absent field is unknown; it does not mean 'no'. */
export interface Demographics {
  readonly ageYears?: number;
  readonly heightCm?: number;
  readonly weightKg?: number;
  readonly sex: 'male' | 'female' | 'unspecified';
  readonly smoker?: boolean;
  readonly diabetes?: 'none' | 'type1' | 'type2';
  readonly hypertension?: boolean;
  readonly bloodPressureMedication?: boolean;
  /** Measured, optional. */
  readonly waistCm?: number;
  /** A recent cuff reading, mmHg, optional: used wherever a model needs blood pressure, if both values are given. */
  readonly cuffSystolic?: number;
  readonly cuffDiastolic?: number;
  /** Country of residence, ISO 3166-1 alpha-2, optional: selects the charts of cardiovascular risk. */
  readonly country?: string;
}

/** Requires every field of T, including unknown ones, so that the compiler finds code that omits a new question. */
export type EveryField<T> = { readonly [K in keyof Required<T>]: T[K] };

/**
 * The same on the wire, as codes (specification, section 3, 'Demographics sent to the analysis'). Unknown answers are
 * left out, except the sex, which has a code for unknown.
 */
export const demographicsWireSchema = z.object({
  AGE_YEARS: z.optional(z.number()),
  WEIGHT_KG: z.optional(z.number()),
  HEIGHT_CM: z.optional(z.number()),
  /** male 2, female 3, otherwise 1. */
  SEX_ASSIGNED_AT_BIRTH: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** A code, not a boolean: 0 smokes, 1 does not. */
  SMOKER: z.optional(z.union([z.literal(0), z.literal(1)])),
  /** none 4, type 1 5, type 2 6. */
  DIABETES: z.optional(z.union([z.literal(4), z.literal(5), z.literal(6)])),
  BLOOD_PRESSURE_MEDICATION: z.optional(z.union([z.literal(0), z.literal(1)])),
  /** Our extension: a person with hypertension is not shown a risk of developing it. */
  HYPERTENSION: z.optional(z.union([z.literal(0), z.literal(1)])),
  /** Our extension: a measured waist. */
  WAIST_CM: z.optional(z.number()),
  /** Our extension: a recent cuff reading, mmHg. */
  CUFF_SYSTOLIC: z.optional(z.number()),
  CUFF_DIASTOLIC: z.optional(z.number()),
  /** Our extension: country of residence, ISO 3166-1 alpha-2. */
  COUNTRY: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
});
export type DemographicsWire = z.infer<typeof demographicsWireSchema>;

const SEX_CODES = { unspecified: 1, male: 2, female: 3 } as const;
const DIABETES_CODES = { none: 4, type1: 5, type2: 6 } as const;

/** The code of a known answer. */
const coded = <T, C>(answer: T | undefined, code: (known: T) => C): C | undefined =>
  answer === undefined ? undefined : code(answer);

export function encodeDemographics(person: Demographics): EveryField<DemographicsWire> {
  return {
    AGE_YEARS: person.ageYears,
    WEIGHT_KG: person.weightKg,
    HEIGHT_CM: person.heightCm,
    SEX_ASSIGNED_AT_BIRTH: SEX_CODES[person.sex],
    SMOKER: coded(person.smoker, (smokes) => (smokes ? 0 : 1)),
    DIABETES: coded(person.diabetes, (type) => DIABETES_CODES[type]),
    BLOOD_PRESSURE_MEDICATION: coded(person.bloodPressureMedication, (takes) => (takes ? 1 : 0)),
    HYPERTENSION: coded(person.hypertension, (has) => (has ? 1 : 0)),
    WAIST_CM: person.waistCm,
    CUFF_SYSTOLIC: person.cuffSystolic,
    CUFF_DIASTOLIC: person.cuffDiastolic,
    COUNTRY: person.country,
  };
}

const SEXES = { 1: 'unspecified', 2: 'male', 3: 'female' } as const;
const DIABETES_TYPES = { 4: 'none', 5: 'type1', 6: 'type2' } as const;

export function decodeDemographics(wire: DemographicsWire): EveryField<Demographics> {
  return {
    ageYears: wire.AGE_YEARS,
    weightKg: wire.WEIGHT_KG,
    heightCm: wire.HEIGHT_CM,
    sex: SEXES[wire.SEX_ASSIGNED_AT_BIRTH],
    smoker: coded(wire.SMOKER, (code) => code === 0),
    diabetes: coded(wire.DIABETES, (code) => DIABETES_TYPES[code]),
    bloodPressureMedication: coded(wire.BLOOD_PRESSURE_MEDICATION, (code) => code === 1),
    hypertension: coded(wire.HYPERTENSION, (code) => code === 1),
    waistCm: wire.WAIST_CM,
    cuffSystolic: wire.CUFF_SYSTOLIC,
    cuffDiastolic: wire.CUFF_DIASTOLIC,
    country: wire.COUNTRY,
  };
}
