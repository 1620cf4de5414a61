// SPDX-License-Identifier: Apache-2.0
import { isChannelCode } from '@perfuse/contract/results/channels';
import { MISSING, RESULT_MULTIPLIER } from '@perfuse/contract/results/message';
import type { ResultRow } from '../../measurements/index.ts';

type Channels = ResultRow['channels'];

/** Says in a channel's notes what its elements are. */
export const SERIES_NOTE = 'series=chunk';

/**
 * Channels of a measurement at Resolution 100: everything the engine found, not only the end of it. Element k of a
 * value is what the first k + 1 chunks gave, missing ones as -1 times the multiplier; the last element is the final
 * result. Series of their own, such as the pulse wave, stay as they are.
 * @param results of one measurement in order; the last is the final one.
 */
export function seriesOf(results: readonly Pick<ResultRow, 'position' | 'channels'>[]): Channels {
  const final = results.at(-1);
  if (final === undefined) return {};
  const byPosition = new Map(results.map(({ position, channels }) => [position, channels]));
  const positions = Array.from({ length: final.position + 1 }, (_, position) => position);
  return Object.fromEntries(
    Object.entries(final.channels).map(([code, data]) => {
      if (!isChannelCode(code)) return [code, data];
      const multiplier = data.Multiplier ?? RESULT_MULTIPLIER;
      const Data = positions.map((position) => {
        const channel = byPosition.get(position)?.[code];
        const value = channel?.Data[0];
        if (channel === undefined || value === undefined) return MISSING * multiplier;
        return Math.round((value * multiplier) / (channel.Multiplier ?? RESULT_MULTIPLIER));
      });
      return [code, { ...data, Data, Notes: [...(data.Notes ?? []), SERIES_NOTE] }];
    }),
  );
}
