// SPDX-License-Identifier: Apache-2.0
/**
 * The result channels of the analysis service, keyed by their code on the wire (specification, section 3).
 * `name` is the source name that goes into the protocol's `Channel` field.
 */
export const CHANNELS = {
  HR_BPM: { name: 'heart rate', unit: 'bpm' },
  BR_BPM: { name: 'breathing rate', unit: 'breaths/min' },
  HRV_SDNN: { name: 'heart rate variability, SDNN', unit: 'ms' },
  IHB_COUNT: { name: 'irregular heartbeats', unit: 'beats' },
  SNR: { name: 'signal-to-noise ratio', unit: 'dB' },
  MSI: { name: 'stress index', unit: '1-6' },
  BP_SYSTOLIC: { name: 'systolic blood pressure', unit: 'mmHg' },
  BP_DIASTOLIC: { name: 'diastolic blood pressure', unit: 'mmHg' },
  BP_RPP: { name: 'cardiac workload', unit: 'log10(mmHg/min)' },
  BMI_CALC: { name: 'body mass index', unit: 'kg/m2' },
  AGE: { name: 'facial skin age', unit: 'years' },
  WAIST_TO_HEIGHT: { name: 'waist-to-height ratio', unit: '%' },
  ABSI: { name: 'body shape index', unit: 'x100' },
  BP_CVD: { name: 'cardiovascular disease risk', unit: '%' },
  BP_HEART_ATTACK: { name: 'heart attack risk', unit: '%' },
  BP_STROKE: { name: 'stroke risk', unit: '%' },
  HPT_RISK_PROB: { name: 'hypertension risk', unit: '%' },
  DBT_RISK_PROB: { name: 'type 2 diabetes risk', unit: '%' },
  HBA1C_RISK_PROB: { name: 'raised HbA1c risk', unit: '%' },
  MFBG_RISK_PROB: { name: 'raised fasting glucose risk', unit: '%' },
  TG_RISK_PROB: { name: 'hypertriglyceridemia risk', unit: '%' },
  HDLTC_RISK_PROB: { name: 'hypercholesterolemia risk', unit: '%' },
  FLD_RISK_PROB: { name: 'fatty liver disease risk', unit: '%' },
  OVERALL_METABOLIC_RISK_PROB: { name: 'overall metabolic risk', unit: '%' },
  HEALTH_SCORE: { name: 'overall wellness score', unit: '0-100' },
} as const satisfies Record<string, { name: string; unit: string }>;

export type ChannelCode = keyof typeof CHANNELS;
export const CHANNEL_CODES = Object.keys(CHANNELS) as readonly ChannelCode[];

export function isChannelCode(code: string): code is ChannelCode {
  return Object.hasOwn(CHANNELS, code);
}

/** Origin of a number: the pulse signal, a formula over the profile, a risk model, or none. */
export const VALUE_KINDS = ['measured', 'derived', 'estimated', 'missing'] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

/** One channel's value with everything known about it. */
export interface ChannelValue {
  /** In the channel's unit; null when missing. */
  readonly value: number | null;
  readonly kind: ValueKind;
  /** Id of the method, short and stable, such as `pos+chrom+green`; empty when missing. */
  readonly source: string;
  /** One standard deviation, in the channel's unit, where known. */
  readonly uncertainty?: number;
  /** Lowest and highest value during the measurement, for a value that changed, in the channel's unit. */
  readonly range?: { readonly low: number; readonly high: number };
  /** The method's confidence in its own signal, 0..1, where known. */
  readonly quality?: number;
  /** Why the value is missing or weak: a stable id such as `low-signal`, translated by the app. */
  readonly reason?: string;
  /** With the reason `answers-missing`: the missing answers of the profile, by their ids. */
  readonly lacks?: readonly string[];
  /** Region of the world whose risk charts were used, by its published name, where there are several. */
  readonly region?: string;
  /** The country that selected the region, ISO 3166-1 alpha-2. */
  readonly country?: string;
}

const BLOOD_PRESSURE: ReadonlySet<ChannelCode> = new Set(['BP_SYSTOLIC', 'BP_DIASTOLIC']);

export const isBloodPressure = (code: ChannelCode): boolean => BLOOD_PRESSURE.has(code);

/** Whether a value is a cuff reading that was typed in, or derived from one. */
export const restsOnCuff = ({ source }: Pick<ChannelValue, 'source'>): boolean =>
  source.split(/[+:]/).includes('cuff_reading');

/** Whether a value was typed in. The protocol has no kind for this: it is sent as derived. */
export const isEntered = (code: ChannelCode, value: Pick<ChannelValue, 'source'>): boolean =>
  isBloodPressure(code) && restsOnCuff(value);

export type ChannelValues = Readonly<Partial<Record<ChannelCode, ChannelValue>>>;
