// SPDX-License-Identifier: Apache-2.0
import { RESULT_PAGES } from '@perfuse/contract/account/configuration';
import type { ChannelCode } from '@perfuse/contract/results/channels';
import type { Edition } from '../config/build.ts';
import { QUIRKS, quirkValue } from '../config/quirks.ts';
import { SCALES, type BandScale } from './bands.ts';

/** The text is `unit.<id>`. */
type UnitId =
  | 'bpm'
  | 'breaths'
  | 'mmHg'
  | 'ms'
  | 'dB'
  | 'bmi'
  | 'cm2'
  | 'percent'
  | 'beats'
  | 'years'
  | 'none';

/** How one result is read and formatted (specification, section 3, 'Display units and formats'). */
export interface Metric {
  readonly channel: ChannelCode;
  readonly unit: UnitId;
  readonly decimals: 0 | 1 | 2;
  readonly scale?: BandScale;
}

const metric = (
  channel: ChannelCode,
  unit: UnitId,
  decimals: 0 | 1 | 2,
  scale?: BandScale,
): Metric => ({ channel, unit, decimals, scale });

export const METRICS = {
  heartRate: metric('HR_BPM', 'bpm', 0, SCALES.heartRate),
  irregularBeats: metric('IHB_COUNT', 'beats', 0),
  breathing: metric('BR_BPM', 'breaths', 0, SCALES.breathing),
  systolic: metric('BP_SYSTOLIC', 'mmHg', 0, SCALES.systolic),
  diastolic: metric('BP_DIASTOLIC', 'mmHg', 0, SCALES.diastolic),
  heartRateVariability: metric('HRV_SDNN', 'ms', 1, SCALES.heartRateVariability),
  cardiacWorkload: metric(
    'BP_RPP',
    quirkValue(QUIRKS.cardiacWorkloadUnit),
    2,
    SCALES.cardiacWorkload,
  ),
  stressIndex: metric('MSI', 'none', 1, SCALES.stressIndex),
  bodyMassIndex: metric('BMI_CALC', 'bmi', 0, SCALES.bodyMassIndex),
  skinAge: metric('AGE', 'years', 0),
  waistToHeight: metric(
    'WAIST_TO_HEIGHT',
    quirkValue(QUIRKS.waistToHeightUnit),
    1,
    SCALES.waistToHeight,
  ),
  bodyShapeIndex: metric('ABSI', 'none', 1, SCALES.bodyShapeIndex),
  cardiovascularRisk: metric('BP_CVD', 'percent', 0, SCALES.cardiovascularRisk),
  heartAttackRisk: metric('BP_HEART_ATTACK', 'percent', 0, SCALES.heartAttackRisk),
  strokeRisk: metric('BP_STROKE', 'percent', 0, SCALES.strokeRisk),
  overallMetabolicRisk: metric(
    'OVERALL_METABOLIC_RISK_PROB',
    'percent',
    0,
    SCALES.overallMetabolicRisk,
  ),
  fattyLiverRisk: metric('FLD_RISK_PROB', 'percent', 0, SCALES.fattyLiverRisk),
  hypertensionRisk: metric('HPT_RISK_PROB', 'percent', 0, SCALES.hypertensionRisk),
  triglyceridesRisk: metric(
    quirkValue(QUIRKS.triglyceridesRiskChannel),
    'percent',
    0,
    SCALES.triglyceridesRisk,
  ),
  cholesterolRisk: metric(
    quirkValue(QUIRKS.cholesterolRiskChannel),
    'percent',
    0,
    SCALES.cholesterolRisk,
  ),
  diabetesRisk: metric(quirkValue(QUIRKS.diabetesRiskChannel), 'percent', 0, SCALES.diabetesRisk),
  hba1cRisk: metric('HBA1C_RISK_PROB', 'percent', 0, SCALES.hba1cRisk),
  fastingGlucoseRisk: metric('MFBG_RISK_PROB', 'percent', 0, SCALES.fastingGlucoseRisk),
  wellnessScore: metric('HEALTH_SCORE', 'none', 0, SCALES.wellnessScore),
} as const satisfies Record<string, Metric>;

export type MetricId = keyof typeof METRICS;

/** The sections of the results, with the names and order used by configurations. */
export const SECTION_IDS = RESULT_PAGES;
export type SectionId = (typeof RESULT_PAGES)[number];

export const SECTIONS = {
  'vitals-breathing': ['heartRate', 'breathing', 'irregularBeats', 'systolic', 'diastolic'],
  physiological: ['heartRateVariability', 'cardiacWorkload'],
  mental: ['stressIndex'],
  physical: ['bodyMassIndex', 'skinAge', 'waistToHeight', 'bodyShapeIndex'],
  'cvd-hrattack-stroke': ['cardiovascularRisk', 'heartAttackRisk', 'strokeRisk'],
  metabolic: [
    'overallMetabolicRisk',
    'fattyLiverRisk',
    'hypertensionRisk',
    'triglyceridesRisk',
    'cholesterolRisk',
    'diabetesRisk',
  ],
  bloodbiomarkers: ['hba1cRisk', 'fastingGlucoseRisk'],
  overall: ['wellnessScore'],
} as const satisfies Record<SectionId, readonly MetricId[]>;

/**
 * The sections to show, in the order of the specification. The consumer edition shows all; the enterprise edition those
 * whose name is listed, ignoring unknown names.
 * @param listed names in the configuration; null where it has no list.
 */
export function shownSections(
  edition: Edition,
  listed: readonly string[] | null,
): readonly SectionId[] {
  if (edition === 'consumer' || listed === null) return SECTION_IDS;
  return SECTION_IDS.filter((id) => listed.includes(id));
}
