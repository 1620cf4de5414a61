// SPDX-License-Identifier: Apache-2.0
/** Results as the analysis may send them: good, partial, extreme, invalid, broken. */
import {
  CHANNELS,
  isChannelCode,
  type ChannelCode,
  type ChannelValue,
} from '@perfuse/contract/results/channels';
import { evidenceOf } from '../features/results/export/outcomes.test-support.ts';
import type { ChannelOutcome, MeasurementOutcome } from '../session/measurement-result.ts';

type Sent = Partial<Record<ChannelCode, ChannelValue>>;

const measured = (value: number, uncertainty?: number): ChannelValue => ({
  value,
  kind: 'measured',
  source: 'pos+chrom+green',
  quality: 0.82,
  uncertainty,
});
const derived = (value: number, uncertainty?: number): ChannelValue => ({
  value,
  kind: 'derived',
  source: 'definition',
  uncertainty,
});
const estimated = (value: number, uncertainty?: number, reason?: string): ChannelValue => ({
  value,
  kind: 'estimated',
  source: 'own_nhanes_expected_bp_v1',
  uncertainty,
  reason,
});
const missing = (reason: string): ChannelValue => ({
  value: null,
  kind: 'missing',
  source: '',
  reason,
});

const GOOD: Sent = {
  HR_BPM: measured(66.6, 1.4),
  BR_BPM: measured(14.2, 2),
  IHB_COUNT: measured(0),
  BP_SYSTOLIC: estimated(118.4, 14.2),
  BP_DIASTOLIC: estimated(72.1, 10.1),
  HRV_SDNN: measured(41.84, 6.3),
  BP_RPP: {
    ...derived(3.897, 0.053),
    source: 'log10_hr_times_sbp+own_nhanes_expected_bp_v1',
  },
  MSI: measured(2.34, 0.4),
  BMI_CALC: derived(23.4),
  AGE: missing('no-method'),
  WAIST_TO_HEIGHT: estimated(48.6, 3.3),
  ABSI: missing('no-waist'),
  BP_CVD: estimated(3.2, 1.1),
  BP_HEART_ATTACK: estimated(1.2, 0.5),
  BP_STROKE: estimated(2, 0.7),
  OVERALL_METABOLIC_RISK_PROB: estimated(18, 6),
  FLD_RISK_PROB: estimated(22, 7),
  HPT_RISK_PROB: estimated(12.4, 4),
  TG_RISK_PROB: estimated(31, 6),
  HDLTC_RISK_PROB: estimated(44.2, 7, 'outside-development-age'),
  DBT_RISK_PROB: estimated(2.055, 0.6),
  HBA1C_RISK_PROB: estimated(21, 6),
  MFBG_RISK_PROB: estimated(38, 7),
  HEALTH_SCORE: derived(74, 5),
};

const PARTIAL: Sent = {
  ...Object.fromEntries(Object.keys(GOOD).map((code) => [code, missing('no-profile')])),
  HR_BPM: measured(97.4, 3.2),
  BR_BPM: missing('disagreement'),
  IHB_COUNT: missing('too-few-beats'),
  HRV_SDNN: missing('unsteady-beats'),
  MSI: missing('too-few-beats'),
  BMI_CALC: derived(24.96),
};

const EXTREME: Sent = {
  HR_BPM: measured(187.6, 12.4),
  BR_BPM: measured(5.2, 2),
  IHB_COUNT: measured(18),
  BP_SYSTOLIC: estimated(212.4, 22.5),
  BP_DIASTOLIC: estimated(131.5, 14.1),
  HRV_SDNN: measured(182.4, 24.6),
  BP_RPP: derived(4.601, 0.12),
  MSI: measured(6, 0.5),
  BMI_CALC: derived(64.7),
  AGE: estimated(103, 9),
  WAIST_TO_HEIGHT: derived(98.2),
  ABSI: derived(11.34),
  BP_CVD: estimated(88.4, 9.2),
  BP_HEART_ATTACK: estimated(41.2, 6.4),
  BP_STROKE: estimated(62.3, 8.8),
  OVERALL_METABOLIC_RISK_PROB: estimated(99.7, 0.2),
  FLD_RISK_PROB: estimated(100, 0),
  HPT_RISK_PROB: missing('already-diagnosed'),
  TG_RISK_PROB: estimated(92.1, 3),
  HDLTC_RISK_PROB: estimated(87.6, 4),
  DBT_RISK_PROB: missing('already-diagnosed'),
  HBA1C_RISK_PROB: estimated(77.5, 6),
  MFBG_RISK_PROB: estimated(0, 0),
  HEALTH_SCORE: derived(100, 5),
};

/** A typed cuff reading so high that help is needed. */
const typed = (value: number): ChannelValue => ({ value, kind: 'derived', source: 'cuff_reading' });
const CUFF: Sent = {
  ...GOOD,
  BP_SYSTOLIC: typed(184),
  BP_DIASTOLIC: typed(96),
  HPT_RISK_PROB: missing('blood-pressure-out-of-range'),
};

const channelsOf = (sent: Sent): Record<string, ChannelOutcome> =>
  Object.fromEntries(
    Object.entries(sent).map(([code, value]) => [
      code,
      { ...value, unit: isChannelCode(code) ? CHANNELS[code].unit : '' },
    ]),
  );

const outcome = (sent: Sent, change: Partial<MeasurementOutcome> = {}): MeasurementOutcome => ({
  measurementId: '9f2c7a30-0000-4000-8000-000000000001',
  status: 'measured',
  snr: 7.42,
  stars: 3,
  frames: { seen: 912, dropped: 0, rate: 30 },
  channels: channelsOf(sent),
  finishedAt: Date.UTC(2100, 10, 21, 9, 41),
  ...change,
});

export const OUTCOMES = {
  good: outcome(GOOD, { evidence: evidenceOf() }),
  partial: outcome(PARTIAL, { snr: 0.34, stars: 1 }),
  cuff: outcome(CUFF),
  extreme: outcome(EXTREME, { snr: 24.96, stars: 5 }),
  invalid: outcome(GOOD, {
    status: 'refused',
    error: 'SNR_QUALITY',
    snr: -2.4,
    stars: 0,
    evidence: evidenceOf(),
  }),
  restored: outcome(GOOD, { finishedAt: Date.UTC(2026, 0, 31, 22, 5) }),
} as const;
