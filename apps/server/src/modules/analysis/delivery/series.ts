// SPDX-License-Identifier: Apache-2.0
import { isChannelCode } from '@perfuse/contract/results/channels';
import {
  decodeChannel,
  RESULT_MULTIPLIER,
  type ChannelData,
} from '@perfuse/contract/results/message';
import type { ResultRow } from '../../measurements/index.ts';

type Channels = ResultRow['channels'];

/** Says in a channel's notes what its elements are. */
export const SERIES_NOTE = 'series=chunk';

/** What a result gave of a channel; null also for a code that stands for a refused signal. */
function valueOf(data: ChannelData | undefined): number | null {
  if (data === undefined) return null;
  const { value, reason } = decodeChannel(data, RESULT_MULTIPLIER);
  return reason === undefined ? value : null;
}

/**
 * Channels of a measurement at Resolution 100: everything the engine found, not only the end of it. The elements of a
 * value are what the chunks gave, the last one the final result; there are no missing ones between, of which clients
 * would take the mean, and a value that is missing at the end is missing. Series of their own, such as the pulse wave,
 * stay as they are.
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
