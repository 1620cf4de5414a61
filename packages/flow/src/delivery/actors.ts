// SPDX-License-Identifier: Apache-2.0
/** Actors for the external calls of the delivery. */
import { chunkIndexOf, type ResultMessage } from '@perfuse/contract/results/message';
import { fromCallback, fromPromise } from 'xstate';
import type { AnalysisConnection, AnalysisPort, OutgoingChunk } from '../measurement/ports.ts';
import { missingOf, type DeliveryContext } from './context.ts';
import type { LinkEvent, ResultEvent } from './events.ts';

const resultEvent = (message: ResultMessage): ResultEvent[] => {
  const index = chunkIndexOf(message.MeasurementDataID);
  return index === null ? [] : [{ type: 'RESULT', index, message }];
};

/** One connection, open while the invoking state lasts. */
export const link = fromCallback<
  LinkEvent | ResultEvent,
  Pick<DeliveryContext, 'analysis' | 'measurementId'>
>(({ input, sendBack }) => {
  const notify = (event: LinkEvent | ResultEvent): void => sendBack(event);
  const connection = input.analysis.connect(input.measurementId, {
    onReady: () => notify({ type: 'LINK_READY' }),
    onResult: (message) => resultEvent(message).forEach(notify),
    onLost: (error) => notify({ type: 'LINK_LOST', error }),
  });
  notify({ type: 'LINK_OPENED', connection });
  return connection.close;
});

interface Sending {
  readonly connection: AnalysisConnection | null;
  readonly chunk: OutgoingChunk | undefined;
}

export const send = fromPromise<undefined, Sending>(async ({ input: { connection, chunk } }) => {
  if (chunk !== undefined) await connection?.send(chunk);
  return undefined;
});

/** Fetches results that were computed without a connection, or were lost on the way. */
export const fetchMissed = fromPromise<readonly ResultEvent[], DeliveryContext>(
  async ({ input, signal }) => {
    const { analysis, measurementId } = input;
    const messages = await Promise.all(
      missingOf(input).map((index) =>
        // The measurement continues without it; the service may not support this at all.
        analysis.missedResult(measurementId, index, signal).catch(() => null),
      ),
    );
    return messages.flatMap((message) => (message === null ? [] : resultEvent(message)));
  },
);

export const create = fromPromise<string, AnalysisPort>(({ input, signal }) =>
  input.create(signal),
);
