// SPDX-License-Identifier: Apache-2.0
import { QUIRKS, quirkValue } from '../../../config/quirks.ts';
import {
  hasSignal,
  type ChannelOutcome,
  type MeasurementOutcome,
} from '../../../session/measurement-result.ts';
import { METRICS, SECTIONS, type MetricId, type SectionId } from '../../../metrics/metrics.ts';

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
  | {
      readonly kind: 'values';
      readonly sections: readonly SectionView[];
      /** Metrics of these sections that the analysis has no method for: no person gets a value here. */
      readonly unavailable: readonly MetricView[];
    }
  /** The signal contained no trustworthy pulse: nothing is shown. */
  | { readonly kind: 'no-signal'; readonly sections: readonly SectionId[] };

/** Shown for a channel that the analysis did not send. */
const NOT_SENT: ChannelOutcome = { value: null, unit: '', kind: 'missing', source: '' };

const isAvailable = ({ channel }: MetricView): boolean =>
  channel.value !== null ||
  channel.reason !== 'no-method' ||
  !quirkValue(QUIRKS.unavailableMetricsApart);

/** Every metric of the sections to show: what the analysis sent for it, else a missing value. */
export function viewOutcome(outcome: MeasurementOutcome, shown: readonly SectionId[]): OutcomeView {
  if (!hasSignal(outcome)) return { kind: 'no-signal', sections: shown };
  const sections = shown.map((id) => ({
    id,
    metrics: SECTIONS[id].map((metric): MetricView => ({
      id: metric,
      channel: outcome.channels[METRICS[metric].channel] ?? NOT_SENT,
    })),
  }));
  return {
    kind: 'values',
    sections: sections.map(({ id, metrics }) => ({ id, metrics: metrics.filter(isAvailable) })),
    unavailable: sections.flatMap(({ metrics }) =>
      metrics.filter((metric) => !isAvailable(metric)),
    ),
  };
}

/**
 * Whether the results are older than this page load: a reload restored them.
 * @param pageStart when the page load started, milliseconds since 1970.
 */
export const isRestored = (outcome: MeasurementOutcome, pageStart: number): boolean =>
  outcome.finishedAt < pageStart;

/** Signal-to-noise ratio as shown: -100 when negative or absent, else rounded to one decimal. */
export function shownSnr(snr: number | null): number {
  return snr === null || !(snr >= 0) ? -100 : Math.round(snr * 10) / 10;
}
