// SPDX-License-Identifier: Apache-2.0
/** Results as the analysis may send them: good, partial, extreme, invalid, broken. */
import {
  CHANNEL_CODES,
  CHANNELS,
  isChannelCode,
  type ChannelCode,
  type ChannelValue,
} from '@perfuse/contract/results/channels';
import { OUTCOMES as EXPORTED } from '../features/results/export/outcomes.test-support.ts';
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
const estimated = (value: number, uncertainty?: number): ChannelValue => ({
  value,
  kind: 'estimated',
  source: 'own_nhanes_expected_bp_v1',
  uncertainty,
});
const missing = (reason: string): ChannelValue => ({
  value: null,
  kind: 'missing',
  source: '',
  reason,
});

const PARTIAL: Sent = {
  ...Object.fromEntries(CHANNEL_CODES.map((code) => [code, missing('no-profile')])),
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

const GOOD: MeasurementOutcome = {
  ...EXPORTED.good,
  finishedAt: Date.UTC(2100, 10, 21, 9, 41),
};
const outcome = (sent: Sent, change: Partial<MeasurementOutcome> = {}): MeasurementOutcome => ({
  ...GOOD,
  channels: channelsOf(sent),
  evidence: undefined,
  ...change,
});

export const OUTCOMES = {
  good: GOOD,
  partial: outcome(PARTIAL, { snr: 0.34, stars: 1 }),
  cuff: { ...GOOD, evidence: undefined, channels: { ...GOOD.channels, ...channelsOf(CUFF) } },
  extreme: outcome(EXTREME, { snr: 24.96, stars: 5 }),
  invalid: { ...GOOD, status: 'refused', error: 'SNR_QUALITY', snr: -2.4, stars: 0 },
  restored: { ...GOOD, evidence: undefined, finishedAt: Date.UTC(2026, 0, 31, 22, 5) },
} as const satisfies Record<string, MeasurementOutcome>;
