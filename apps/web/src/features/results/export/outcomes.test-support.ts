// SPDX-License-Identifier: Apache-2.0
import { CHANNEL_CODES, CHANNELS, type ChannelCode } from '@perfuse/contract/results/channels';
import type { Evidence } from '@perfuse/contract/results/evidence';
import type { ChannelOutcome, MeasurementOutcome } from '../../../session/measurement-result.ts';

type Given = Partial<ChannelOutcome> & { readonly value: number | null };

const CHANNELS_OF_A_PERSON: Readonly<Record<ChannelCode, Given>> = {
  HR_BPM: { value: 66.42, source: 'pos+chrom+green:beats', uncertainty: 0.8, quality: 0.86 },
  BR_BPM: { value: 14.2, source: 'rifv+riav', uncertainty: 1.1, quality: 0.7 },
  HRV_SDNN: { value: 41.84, source: 'beats', uncertainty: 6.2, quality: 0.8 },
  IHB_COUNT: { value: 1, source: 'quarter-rule', quality: 0.8 },
  SNR: { value: 7.42, source: 'fused', quality: 0.86 },
  MSI: { value: 2.4, source: 'baevsky', quality: 0.8 },
  BP_SYSTOLIC: {
    value: 121.3,
    kind: 'estimated',
    source: 'own_nhanes_expected_bp_v1',
    uncertainty: 14,
  },
  BP_DIASTOLIC: {
    value: 74.8,
    kind: 'estimated',
    source: 'own_nhanes_expected_bp_v1',
    uncertainty: 10,
  },
  BP_RPP: {
    value: 3.906,
    kind: 'derived',
    source: 'log10_hr_times_sbp+own_nhanes_expected_bp_v1',
    uncertainty: 0.05,
  },
  BMI_CALC: { value: 25.88, kind: 'derived', source: 'kg_per_m2' },
  AGE: { value: null, reason: 'no-method' },
  WAIST_TO_HEIGHT: {
    value: 53.1,
    kind: 'estimated',
    source: 'bozeman2012_interaction',
    uncertainty: 3.3,
  },
  ABSI: { value: null, reason: 'no-waist' },
  BP_CVD: {
    value: 3.4,
    kind: 'estimated',
    source: 'who2019_nonlab+own_nhanes_expected_bp_v1',
    uncertainty: 0.9,
  },
  BP_HEART_ATTACK: { value: 1.7, kind: 'estimated', source: 'who2019_nonlab', uncertainty: 0.5 },
  BP_STROKE: { value: 1.7, kind: 'estimated', source: 'who2019_nonlab', uncertainty: 0.5 },
  HPT_RISK_PROB: { value: 31, kind: 'estimated', source: 'htnport_reduced_marginal' },
  DBT_RISK_PROB: { value: 2.1, kind: 'estimated', source: 'findrisc2003_concise_logit' },
  HBA1C_RISK_PROB: { value: 18.2, kind: 'estimated', source: 'own_nhanes_a1c57_v1' },
  MFBG_RISK_PROB: { value: 22.4, kind: 'estimated', source: 'own_nhanes_fpg100_v1' },
  TG_RISK_PROB: { value: 27.7, kind: 'estimated', source: 'own_nhanes_tg150_v1' },
  HDLTC_RISK_PROB: { value: 26.4, kind: 'estimated', source: 'own_nhanes_tc240_or_med_v1' },
  FLD_RISK_PROB: { value: 36.5, kind: 'estimated', source: 'own_nhanes_cap285_v1' },
  OVERALL_METABOLIC_RISK_PROB: {
    value: 10.2,
    kind: 'estimated',
    source: 'own_nhanes_mets3of5_v1',
  },
  HEALTH_SCORE: { value: 92.5, kind: 'derived', source: 'le8_style_partial_v1' },
};

function channel(code: ChannelCode, given: Given): ChannelOutcome {
  const { value } = given;
  const kind = value === null ? 'missing' : 'measured';
  return { kind, source: '', unit: CHANNELS[code].unit, ...given };
}

export function channelsWith(
  change: (code: ChannelCode, given: Given) => Given,
): MeasurementOutcome['channels'] {
  return Object.fromEntries(
    CHANNEL_CODES.map((code) => [code, channel(code, change(code, CHANNELS_OF_A_PERSON[code]))]),
  );
}

/** A pulse wave of 30 s at 66 a minute with one early beat, drawn by formula. */
export function evidenceOf(withheld: string | null = null): Evidence {
  const beatsMs: number[] = [];
  for (let at = 420, k = 0; at < 29_600; k++) {
    beatsMs.push(Math.round(at));
    at += k === 14 ? 620 : k === 15 ? 1190 : 904 + 45 * Math.sin(k * 1.35);
  }
  const samples = Array.from({ length: 900 }, (_, i) => {
    const ms = (i * 1000) / 30;
    if (ms > 21_000 && ms < 21_700) return null;
    const next = beatsMs.findIndex((at) => at > ms);
    const from = beatsMs[next - 1] ?? (beatsMs[next] ?? 0) - 904;
    const to = beatsMs[next] ?? from + 904;
    const phase = (ms - from) / (to - from);
    const noise = 0.15 * Math.sin(i * 12.9898) + (withheld === null ? 0 : Math.sin(i * 0.7));
    return (
      Math.round(
        1000 * (1.3 * Math.sin(2 * Math.PI * phase) + 0.4 * Math.sin(4 * Math.PI * phase) + noise),
      ) / 1000
    );
  });
  const power = Array.from({ length: 230 }, (_, k) => {
    const hz = 0.65 + 0.0146 * k;
    const line = (at: number, width: number): number => Math.exp(-(((hz - at) / width) ** 2));
    const noise = 0.03 + 0.02 * Math.sin(k * 1.7) ** 2;
    return withheld === null
      ? Math.min(1, line(1.105, 0.06) + 0.28 * line(2.21, 0.09) + noise)
      : 0.55 + 0.45 * Math.sin(k * 0.31) * Math.cos(k * 0.13);
  });
  return {
    withheld,
    wave: { rateHz: 30, samples },
    beatsMs: withheld === null ? beatsMs : [],
    intervals:
      withheld === null
        ? beatsMs.slice(1).map((_, k) => {
            if (k === 14 || k === 15) return 'irregular';
            return k === 22 ? 'left-out' : 'counted';
          })
        : [],
    spectrum: {
      fromHz: 0.65,
      stepHz: 0.0146,
      power,
      peakHz: 1.105,
      lineHz: 0.12,
      harmonicHz: 0.18,
    },
    methods: [
      { id: 'pos', rate: 66.3, snrDb: 4.8, weight: 0.52 },
      { id: 'chrom', rate: 66.2, snrDb: 3.9, weight: 0.39 },
      { id: 'green', rate: 66.9, snrDb: -2.1, weight: 0.09 },
    ],
  };
}

const GOOD: MeasurementOutcome = {
  measurementId: '0b7cf6b4-5b86-4f6d-9d0f-1f1f6a4b7d20',
  status: 'measured',
  snr: 7.42,
  stars: 3,
  frames: { seen: 898, dropped: 1, rate: 29.9 },
  channels: channelsWith((_, given) => given),
  evidence: evidenceOf(),
  finishedAt: Date.UTC(2026, 10, 21, 14, 19, 7),
};

const absent = (reason: string): Given => ({ value: null, reason });

/** Results as they come: good, partial, without a valid signal, at the ends of every scale, and of another service. */
export const OUTCOMES = {
  good: GOOD,
  partial: {
    ...GOOD,
    measurementId: null,
    channels: channelsWith((code, given) => {
      if (code === 'HRV_SDNN' || code === 'MSI' || code === 'IHB_COUNT')
        return absent('unsteady-beats');
      if (code === 'BR_BPM') return absent('disagreement');
      if (code === 'DBT_RISK_PROB') return { ...given, reason: 'outside-development-age' };
      if (code === 'BP_SYSTOLIC' || code === 'BP_DIASTOLIC')
        return { value: given.value, kind: 'derived', source: 'cuff_reading' };
      return given.kind === 'estimated' ? absent('age-out-of-range') : given;
    }),
  },
  invalid: {
    ...GOOD,
    status: 'refused',
    error: 'SNR_QUALITY',
    snr: -100,
    stars: 0,
    evidence: evidenceOf('low-signal'),
    channels: channelsWith((code, given) => {
      if (code === 'SNR') return { value: -100, source: 'fused', reason: 'low-signal' };
      return given.kind === undefined ? absent('low-signal') : given;
    }),
  },
  extreme: {
    ...GOOD,
    channels: channelsWith((code, given) => {
      if (given.value === null) return { value: 119, kind: 'estimated', source: 'from_the_future' };
      if (code === 'MSI') return { ...given, value: 6 };
      if (code === 'HR_BPM') return { ...given, value: 180, uncertainty: 1e-7 };
      return { ...given, value: CHANNELS[code].unit === '%' ? 100 : 0, uncertainty: 1234.5 };
    }),
  },
  foreign: {
    ...GOOD,
    evidence: undefined,
    channels: { HR_BPM: { value: 72, unit: 'bpm', kind: 'measured', source: '' } },
  },
} as const satisfies Record<string, MeasurementOutcome>;
