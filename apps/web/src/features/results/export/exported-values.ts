// SPDX-License-Identifier: Apache-2.0
import type { ChannelCode } from '@perfuse/contract/results/channels';
import type { ChannelOutcome, MeasurementOutcome } from '../../../session/measurement-result.ts';
import { METRICS, SECTIONS, type MetricId, type SectionId } from '../../../metrics/metrics.ts';
import { viewOutcome } from '../model/outcome-view.ts';

/** One line of the export. */
export interface ExportedValue {
  /** Null for the signal-to-noise ratio, which belongs to no section. */
  readonly id: MetricId | null;
  readonly code: ChannelCode;
  readonly channel: ChannelOutcome;
}

const NOTHING: ChannelOutcome = { value: null, unit: '', kind: 'missing', source: '' };

/** As on the screen: without a valid signal no number is exported either. */
function withheld(channel: ChannelOutcome): ChannelOutcome {
  const { reason = 'low-signal' } = channel;
  return { value: null, unit: channel.unit, kind: 'missing', source: '', reason };
}

/**
 * The values of the screen, in its order, with the signal-to-noise ratio at the end.
 * @param sections what this edition shows; nothing else is exported.
 */
export function exportedValues(
  outcome: MeasurementOutcome,
  sections: readonly SectionId[],
): readonly ExportedValue[] {
  const hasValues = viewOutcome(outcome, sections).kind === 'values';
  const channelOf = (code: ChannelCode): ChannelOutcome => {
    const channel = outcome.channels[code] ?? NOTHING;
    return hasValues ? channel : withheld(channel);
  };
  const metrics = sections.flatMap((section) =>
    SECTIONS[section].map((id): ExportedValue => {
      const code = METRICS[id].channel;
      return { id, code, channel: channelOf(code) };
    }),
  );
  return [...metrics, { id: null, code: 'SNR', channel: channelOf('SNR') }];
}
