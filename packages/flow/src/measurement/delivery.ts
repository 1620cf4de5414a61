// SPDX-License-Identifier: Apache-2.0
/**
 * Brings chunks to the analysis service and results back, over a network that may drop. Chunks go one after the
 * other, each after the service has stored the one before; what was not acknowledged is sent again after a reconnect.
 */
import { chunkIndexOf, type ResultMessage } from '@perfuse/contract/results/message';
import {
  assign,
  enqueueActions,
  fromCallback,
  fromPromise,
  sendParent,
  setup,
  type DoneActorEvent,
  type ErrorActorEvent,
} from 'xstate';
import { failureCodeOf, type FailureCode } from './failures.ts';
import type { AnalysisConnection, AnalysisPort, OutgoingChunk } from './ports.ts';
import type { RetryPolicy } from './retry-policy.ts';

export interface DeliveryInput {
  readonly analysis: AnalysisPort;
  readonly retry: RetryPolicy;
  /** Monotonic, ms. */
  readonly now: () => number;
}

interface DeliveryContext extends DeliveryInput {
  readonly measurementId: string;
  readonly connection: AnalysisConnection | null;
  /** Not acknowledged yet, in order. */
  readonly queue: readonly OutgoingChunk[];
  /** Chunks that the service acknowledged, and those it sent a result for. */
  readonly stored: readonly number[];
  readonly answered: readonly number[];
  /** When the connection was lost; null while it is up. */
  readonly lostAtMs: number | null;
  /** Reconnections tried since. */
  readonly attempt: number;
  /** Until the next one; null once the policy gave up. */
  readonly waitMs: number | null;
}

/** What the measurement may ask. */
export interface DeliveryCommand {
  readonly type: 'CHUNK';
  readonly chunk: OutgoingChunk;
}

interface ResultEvent {
  readonly type: 'RESULT';
  readonly index: number;
  readonly message: ResultMessage;
}

type LinkEvent =
  | { readonly type: 'LINK_OPENED'; readonly connection: AnalysisConnection }
  | { readonly type: 'LINK_READY' }
  | { readonly type: 'LINK_LOST'; readonly fault: unknown };

/** What the measurement hears. */
export type DeliveryNews =
  | { readonly type: 'CREATED'; readonly measurementId: string }
  | ResultEvent
  | { readonly type: 'CONNECTION'; readonly state: 'lost' | 'back' }
  | { readonly type: 'DELIVERY_FAILED'; readonly code: FailureCode };

/** A login or an acknowledgement that takes longer counts as a lost connection, ms. */
export const CONNECT_TIMEOUT_MS = 8000;
export const ACKNOWLEDGE_TIMEOUT_MS = 8000;

const isNetworkFault = (fault: unknown): boolean => failureCodeOf(fault) === 'NETWORK_ERROR';

const resultEvent = (message: ResultMessage): ResultEvent[] => {
  const index = chunkIndexOf(message.MeasurementDataID);
  return index === null ? [] : [{ type: 'RESULT', index, message }];
};

/** One connection for as long as the invoking state lasts. */
const link = fromCallback<
  LinkEvent | ResultEvent,
  Pick<DeliveryContext, 'analysis' | 'measurementId'>
>(({ input, sendBack }) => {
  const tell = (event: LinkEvent | ResultEvent): void => sendBack(event);
  const connection = input.analysis.connect(input.measurementId, {
    onReady: () => tell({ type: 'LINK_READY' }),
    onResult: (message) => resultEvent(message).forEach(tell),
    onLost: (fault) => tell({ type: 'LINK_LOST', fault }),
  });
  tell({ type: 'LINK_OPENED', connection });
  return connection.close;
});

interface Sending {
  readonly connection: AnalysisConnection | null;
  readonly chunk: OutgoingChunk | undefined;
}

const send = fromPromise<undefined, Sending>(async ({ input: { connection, chunk } }) => {
  if (chunk !== undefined) await connection?.send(chunk);
  return undefined;
});

/** Results that were computed while nobody was connected. */
const fetchMissed = fromPromise<readonly ResultEvent[], DeliveryContext>(
  async ({ input: { analysis, measurementId, stored, answered }, signal }) => {
    const missing = stored.filter((index) => !answered.includes(index));
    const messages = await Promise.all(
      missing.map((index) => analysis.missedResult(measurementId, index, signal)),
    );
    return messages.flatMap((message) => (message === null ? [] : resultEvent(message)));
  },
);

/** Draw it: paste the configuration into https://stately.ai/viz. */
export const deliveryMachine = setup({
  types: {
    context: {} as DeliveryContext,
    input: {} as DeliveryInput,
    events: {} as DeliveryCommand | LinkEvent | ResultEvent,
  },
  delays: {
    CONNECT_TIMEOUT: CONNECT_TIMEOUT_MS,
    ACKNOWLEDGE_TIMEOUT: ACKNOWLEDGE_TIMEOUT_MS,
    BACK_OFF: ({ context }) => context.waitMs ?? 0,
  },
  actors: {
    create: fromPromise<string, AnalysisPort>(({ input, signal }) => input.create(signal)),
    link,
    send,
    fetchMissed,
  },
  guards: {
    somethingToSend: ({ context }) => context.queue.length > 0,
    firstLoss: ({ context }) => context.lostAtMs === null,
    wasLost: ({ context }) => context.lostAtMs !== null,
    gaveUp: ({ context }) => context.waitMs === null,
  },
  actions: {
    acknowledgeFirst: assign(({ context: { queue, stored } }) => {
      const [first, ...rest] = queue;
      return first === undefined ? {} : { queue: rest, stored: [...stored, first.index] };
    }),
    planReconnection: assign(({ context: { retry, now, lostAtMs, attempt } }) => {
      const since = lostAtMs ?? now();
      const next = attempt + 1;
      return {
        lostAtMs: since,
        attempt: next,
        waitMs: retry.next({ attempt: next, elapsedMs: now() - since }),
      };
    }),
    forgetLoss: assign({ lostAtMs: null, attempt: 0 }),
    tellLost: sendParent({ type: 'CONNECTION', state: 'lost' } satisfies DeliveryNews),
    tellBack: sendParent({ type: 'CONNECTION', state: 'back' } satisfies DeliveryNews),
    tellGivenUp: sendParent({
      type: 'DELIVERY_FAILED',
      code: 'NETWORK_ERROR',
    } satisfies DeliveryNews),
    tellFault: sendParent((_, { fault }: { fault: unknown }): DeliveryNews => ({
      type: 'DELIVERY_FAILED',
      code: failureCodeOf(fault),
    })),
  },
}).createMachine({
  id: 'delivery',
  context: ({ input }) => ({
    ...input,
    measurementId: '',
    connection: null,
    queue: [],
    stored: [],
    answered: [],
    lostAtMs: null,
    attempt: 0,
    waitMs: null,
  }),
  initial: 'creating',
  on: {
    CHUNK: {
      actions: assign({ queue: ({ context, event }) => [...context.queue, event.chunk] }),
    },
    RESULT: {
      actions: [
        assign({ answered: ({ context, event }) => [...context.answered, event.index] }),
        sendParent(({ event }): DeliveryNews => event),
      ],
    },
  },
  states: {
    creating: {
      invoke: {
        src: 'create',
        input: ({ context }) => context.analysis,
        onDone: {
          target: 'linked',
          actions: [
            assign({
              measurementId: ({ event }: { event: DoneActorEvent<string> }) => event.output,
            }),
            sendParent(({ event }: { event: DoneActorEvent<string> }): DeliveryNews => ({
              type: 'CREATED',
              measurementId: event.output,
            })),
          ],
        },
        onError: {
          target: 'failed',
          // Nothing has been filmed yet that would be worth waiting for.
          actions: sendParent(({ event }: { event: ErrorActorEvent }): DeliveryNews => ({
            type: 'DELIVERY_FAILED',
            code: isNetworkFault(event.error) ? 'CONNECTION_ERROR' : failureCodeOf(event.error),
          })),
        },
      },
    },
    linked: {
      invoke: { src: 'link', input: ({ context }) => context },
      exit: assign({ connection: null }),
      initial: 'connecting',
      on: {
        LINK_OPENED: { actions: assign({ connection: ({ event }) => event.connection }) },
        LINK_LOST: [
          { guard: ({ event }) => isNetworkFault(event.fault), target: 'waiting' },
          {
            target: 'failed',
            actions: { type: 'tellFault', params: ({ event }) => ({ fault: event.fault }) },
          },
        ],
      },
      states: {
        connecting: {
          after: { CONNECT_TIMEOUT: '#delivery.waiting' },
          on: { LINK_READY: 'online' },
        },
        online: {
          entry: enqueueActions(({ enqueue, check }) => {
            if (check('wasLost')) enqueue('tellBack');
            enqueue('forgetLoss');
          }),
          invoke: {
            src: 'fetchMissed',
            input: ({ context }) => context,
            onDone: {
              actions: enqueueActions(({ enqueue, event }) => {
                for (const result of event.output) enqueue.raise(result);
              }),
            },
            // Without them the measurement still goes on; the service may not offer this at all.
            onError: {},
          },
          initial: 'idle',
          states: {
            idle: { always: { guard: 'somethingToSend', target: 'sending' } },
            sending: {
              after: { ACKNOWLEDGE_TIMEOUT: '#delivery.waiting' },
              invoke: {
                src: 'send',
                input: ({ context }) => ({
                  connection: context.connection,
                  chunk: context.queue[0],
                }),
                onDone: { target: 'idle', actions: 'acknowledgeFirst' },
                onError: [
                  {
                    guard: ({ event }) => isNetworkFault(event.error),
                    target: '#delivery.waiting',
                  },
                  {
                    target: '#delivery.failed',
                    actions: { type: 'tellFault', params: ({ event }) => ({ fault: event.error }) },
                  },
                ],
              },
            },
          },
        },
      },
    },
    waiting: {
      entry: [
        enqueueActions(({ enqueue, check }) => {
          if (check('firstLoss')) enqueue('tellLost');
        }),
        'planReconnection',
      ],
      always: { guard: 'gaveUp', target: 'failed', actions: 'tellGivenUp' },
      after: { BACK_OFF: 'linked' },
    },
    failed: { type: 'final' },
  },
});
