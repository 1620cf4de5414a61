// SPDX-License-Identifier: Apache-2.0
import { isChannelCode } from '@perfuse/contract/results/channels';
import {
  decodeChannel,
  RESULT_MULTIPLIER,
  type ChannelData,
} from '@perfuse/contract/results/message';
import type { ResultRow } from '../../measurements/index.ts';

type Channels = ResultRow['channels'];

/** Note of a channel whose elements are values of chunks. */
export const SERIES_NOTE = 'series=chunk';

/** A channel's value in a result; null also for a code that means a refused signal. */
function valueOf(data: ChannelData | undefined): number | null {
  if (data === undefined) return null;
  const { value, reason } = decodeChannel(data, RESULT_MULTIPLIER);
  return reason === undefined ? value : null;
}

/**
 * Channels of a measurement at Resolution 100: all values that the engine found, not only the final ones. The elements
 * of a channel are the values of the chunks, the last one the final result. Missing values between them are left out,
 * as clients would include them in a mean; a channel without a final value is missing. Channels that are series
 * themselves, such as the pulse wave, are unchanged.
 * @param results of one measurement in order; the last is the final one.
 */
export function seriesOf(results: readonly Pick<ResultRow, 'channels'>[]): Channels {
  const final = results.at(-1)?.channels ?? {};
  return Object.fromEntries(
    Object.entries(final).map(([code, data]) => {
      if (!isChannelCode(code) || valueOf(data) === null) return [code, data];
      const found = results
        .map(({ channels }) => valueOf(channels[code]))
        .filter((value) => value !== null);
      if (found.length === 1) return [code, data];
      const multiplier = data.Multiplier ?? RESULT_MULTIPLIER;
      const Data = found.map((value) => Math.round(value * multiplier));
      return [code, { ...data, Data, Notes: [...(data.Notes ?? []), SERIES_NOTE] }];
    }),
  );
}
