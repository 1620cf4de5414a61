// SPDX-License-Identifier: Apache-2.0
import { isSignalInvalid } from '@perfuse/contract/results/signal';
import type { ChannelOutcome, MeasurementOutcome } from '../../app/session/measurement-result.ts';
import { METRICS, SECTION_IDS, SECTIONS, type MetricId, type SectionId } from './metrics.ts';

export interface MetricView {
  readonly id: MetricId;
  readonly channel: ChannelOutcome;
}

export interface SectionView {
  readonly id: SectionId;
  readonly metrics: readonly MetricView[];
}

/** What the results screen shows of an outcome. */
export type OutcomeView =
  | { readonly kind: 'values'; readonly sections: readonly SectionView[] }
  /** The signal carried no trustworthy pulse: nothing is shown. */
  | { readonly kind: 'no-signal' }
  | { readonly kind: 'failed'; readonly error: string };

const present = (view: MetricView): boolean => view.channel.value !== null;

/** A section shows with what the analysis sent for it, missing values with their reason; without any value not at all. */
function sectionView(id: SectionId, outcome: MeasurementOutcome): SectionView {
  const metrics = SECTIONS[id].flatMap((metric): MetricView[] => {
    const channel = outcome.channels[METRICS[metric].channel];
    return channel === undefined ? [] : [{ id: metric, channel }];
  });
  return { id, metrics: metrics.some(present) ? metrics : [] };
}

export function viewOutcome(outcome: MeasurementOutcome): OutcomeView {
  if (outcome.status === 'failed') {
    return { kind: 'failed', error: outcome.error ?? 'UNKNOWN_ERROR' };
  }
  const { snr } = outcome;
  if (outcome.status === 'refused' || snr === null || snr < 0 || isSignalInvalid(snr)) {
    return { kind: 'no-signal' };
  }
  const sections = SECTION_IDS.map((id) => sectionView(id, outcome)).filter(
    (section) => section.metrics.length > 0,
  );
  return { kind: 'values', sections };
}

/** Signal-to-noise ratio as shown: -100 when negative or absent, else rounded to one decimal. */
export function shownSnr(snr: number | null): number {
  return snr === null || !(snr >= 0) ? -100 : Math.round(snr * 10) / 10;
}

type StressLevel = 1 | 2 | 3 | 4 | 5;
/** The text is `about.<id>`. */
export type AboutId =
  | Exclude<MetricId, 'stressIndex'>
  | 'heartRateSlow'
  | 'heartRateFast'
  | `stress${StressLevel | 'None'}`;

const STRESS_TEXTS = ['stress1', 'stress2', 'stress3', 'stress4', 'stress5'] as const;

function stressText(value: number | null): AboutId {
  if (value === null) return 'stressNone';
  return STRESS_TEXTS[Math.min(5, Math.max(1, Math.round(value))) - 1] ?? 'stressNone';
}

/** Which explanation a metric's info shows; those of heart rate and stress depend on the value. */
export function aboutId(id: MetricId, value: number | null): AboutId {
  if (id === 'stressIndex') return stressText(value);
  if (id !== 'heartRate' || value === null) return id;
  return value < 60 ? 'heartRateSlow' : value > 120 ? 'heartRateFast' : id;
}
