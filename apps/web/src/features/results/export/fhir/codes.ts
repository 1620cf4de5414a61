// SPDX-License-Identifier: Apache-2.0
import { CHANNELS, type ChannelCode, type ValueKind } from '@perfuse/contract/results/channels';
import type { ValueOrigin } from '../../../../metrics/origin.ts';
import type { Coding, Meta } from './resources.ts';

const LOINC = 'http://loinc.org';
export const UCUM = 'http://unitsofmeasure.org';
const CATEGORY = 'http://terminology.hl7.org/CodeSystem/observation-category';
const ABSENT = 'http://terminology.hl7.org/CodeSystem/data-absent-reason';
const PARTICIPANT = 'http://terminology.hl7.org/CodeSystem/provenance-participant-type';
/** Our own codes: those of the channels, of kinds of value, and a few tags. An OID below 2.25 needs no registration. */
export const OWN_CODES = 'urn:oid:2.25.54826656577939275629845672884583756154';
/** One standard deviation of a quantity; an extension defined by the standard itself. */
export const UNCERTAINTY = 'http://hl7.org/fhir/StructureDefinition/iso21090-uncertainty';

/** Why an element is absent; also an extension defined by the standard itself. */
export const ABSENT_ELEMENT = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';

const loinc = (code: string, display: string): Coding => ({ system: LOINC, code, display });
const own = (code: string, display: string): Coding => ({ system: OWN_CODES, code, display });

const LOINC_CODES: Partial<Record<ChannelCode, Coding>> = {
  HR_BPM: loinc('8867-4', 'Heart rate'),
  BR_BPM: loinc('9279-1', 'Respiratory rate'),
  HRV_SDNN: loinc('80404-7', 'R-R interval standard deviation'),
  BMI_CALC: loinc('39156-5', 'Body mass index'),
};

/**
 * Codes that apply to one method only: an expected blood pressure is not a reading, and each risk score has its own.
 */
const LOINC_BY_METHOD: Partial<Record<ChannelCode, Readonly<Record<string, Coding>>>> = {
  BP_SYSTOLIC: { cuff_reading: loinc('8480-6', 'Systolic blood pressure') },
  BP_DIASTOLIC: { cuff_reading: loinc('8462-4', 'Diastolic blood pressure') },
  BP_CVD: {
    who2019_nonlab: loinc('99055-6', 'Cardiovascular disease 10Y risk [Likelihood]'),
    framingham2008_bmi: loinc(
      '65853-4',
      "General cardiovascular disease 10Y risk Framingham.D'Agostino",
    ),
  },
};

/** A LOINC code where the dossier lists one for this channel and method; always our own code. */
export function codingsOf(code: ChannelCode, source: string): readonly Coding[] {
  const [method = ''] = source.split(/[+:]/);
  const known = LOINC_BY_METHOD[code]?.[method] ?? LOINC_CODES[code];
  return [...(known === undefined ? [] : [known]), own(code, CHANNELS[code].name)];
}

/** UCUM units by channel. */
export const UCUM_UNITS: Readonly<Record<ChannelCode, string>> = {
  HR_BPM: '/min',
  BR_BPM: '/min',
  HRV_SDNN: 'ms',
  IHB_COUNT: '{beats}',
  SNR: 'dB',
  MSI: '{score}',
  BP_SYSTOLIC: 'mm[Hg]',
  BP_DIASTOLIC: 'mm[Hg]',
  BP_RPP: '1',
  BMI_CALC: 'kg/m2',
  AGE: 'a',
  WAIST_TO_HEIGHT: '%',
  ABSI: '1',
  BP_CVD: '%',
  BP_HEART_ATTACK: '%',
  BP_STROKE: '%',
  HPT_RISK_PROB: '%',
  DBT_RISK_PROB: '%',
  HBA1C_RISK_PROB: '%',
  MFBG_RISK_PROB: '%',
  TG_RISK_PROB: '%',
  HDLTC_RISK_PROB: '%',
  FLD_RISK_PROB: '%',
  OVERALL_METABOLIC_RISK_PROB: '%',
  HEALTH_SCORE: '{score}',
};

const VITAL_SIGNS: ReadonlySet<ChannelCode> = new Set(['HR_BPM', 'BR_BPM', 'BMI_CALC']);

/** Vital signs as the standard defines them; an expected blood pressure is not one. */
export function categoryOf(code: ChannelCode, kind: ValueKind, source: string): Coding {
  const isCuff = source.startsWith('cuff_reading');
  if (VITAL_SIGNS.has(code) || isCuff) {
    return { system: CATEGORY, code: 'vital-signs', display: 'Vital Signs' };
  }
  return kind === 'measured' || code === 'SNR'
    ? { system: CATEGORY, code: 'exam', display: 'Exam' }
    : { system: CATEGORY, code: 'survey', display: 'Survey' };
}

export const ORIGIN_CODINGS: Readonly<Record<ValueOrigin, Coding>> = {
  measured: own('measured', 'Read from the pulse signal of a face video'),
  derived: own('derived', 'Formula over other values and the profile'),
  estimated: own('estimated', 'Estimated from the profile, not measured'),
  expected: own('expected', 'Expected for the profile, not measured'),
  entered: own('entered', 'Entered by the person from a cuff reading'),
  missing: own('missing', 'No value'),
};

const INVESTIGATIONAL = own('investigational-use', 'For investigational use only');
export const SIGNAL_QUALITY = own('signal-quality', 'Signal confidence');
export const DEVICE_TYPE = own(
  'camera-photoplethysmograph',
  'Camera photoplethysmography software',
);
export const ASSEMBLER: Coding = { system: PARTICIPANT, code: 'assembler', display: 'Assembler' };

/** Why there is no value, as a code of the standard. */
export const absent = (code: AbsentCode): Coding => ({ system: ABSENT, code });
export type AbsentCode = 'error' | 'not-applicable' | 'not-performed' | 'unsupported' | 'unknown';

/** The standard's label for data about nobody, so that no system takes it for a person's. */
const TEST_DATA: Coding = {
  system: 'http://terminology.hl7.org/CodeSystem/v3-ActReason',
  code: 'HTEST',
  display: 'test health data',
};

/** Metadata of every resource of a file. */
export const metaOf = (isSample: boolean): Meta => ({
  tag: [INVESTIGATIONAL],
  ...(isSample && { security: [TEST_DATA] }),
});
