// SPDX-License-Identifier: Apache-2.0
import { CHANNELS, isChannelCode, type ChannelValues } from '@perfuse/contract/results/channels';
import { isSignalInvalid } from '@perfuse/contract/results/signal';
import type { MeasurementContext } from '@perfuse/flow';
import type { ChannelOutcome, MeasurementOutcome } from '../../../session/measurement-result.ts';

function channelOutcomes(values: ChannelValues): Record<string, ChannelOutcome> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([code]) => isChannelCode(code))
      .map(([code, value]) => [
        code,
        { ...value, unit: isChannelCode(code) ? CHANNELS[code].unit : '' },
      ]),
  );
}

type Ended = Pick<MeasurementContext, 'failure' | 'measurementId' | 'reading' | 'frames'>;

function statusOf({ failure, reading }: Ended): MeasurementOutcome['status'] {
  if (failure === 'SNR_QUALITY') return 'refused';
  if (failure !== null || reading === null) return 'failed';
  const { snr } = reading;
  return snr !== null && (snr < 0 || isSignalInvalid(snr)) ? 'refused' : 'measured';
}

/** Measured frames per second. */
const rateOf = ({ seen, spanMs }: Ended['frames']): number =>
  spanMs > 0 ? (1000 * seen) / spanMs : 0;

/** The end of a measurement, for the results screen. A failed one has no values: they would look like a result. */
export function outcomeOf(ended: Ended, finishedAt: number): MeasurementOutcome {
  const { failure, measurementId, reading, frames } = ended;
  const status = statusOf(ended);
  return {
    measurementId,
    status,
    ...(status === 'measured' ? {} : { error: failure ?? 'SNR_QUALITY' }),
    snr: reading?.snr ?? null,
    stars: status === 'measured' ? (reading?.stars ?? 0) : 0,
    frames: { seen: frames.seen, dropped: frames.dropped, rate: rateOf(frames) },
    channels: status === 'failed' ? {} : channelOutcomes(reading?.channels ?? {}),
    ...(status === 'failed' || reading?.evidence === undefined
      ? {}
      : { evidence: reading.evidence }),
    finishedAt,
  };
}
