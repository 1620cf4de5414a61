// SPDX-License-Identifier: Apache-2.0
/**
 * Delivers chunks to the analysis service and receives results, over an unreliable network. Chunks are sent one by one,
 * each after the service has stored the previous one; unacknowledged chunks are resent after a reconnect.
 */
import {
  assign,
  enqueueActions,
  sendParent,
  setup,
  type DoneActorEvent,
  type ErrorActorEvent,
} from 'xstate';
import { failureCodeOf } from '../measurement/failures.ts';
import { create, fetchMissed, link, send } from './actors.ts';
import { initialDelivery, missingOf, type DeliveryContext, type DeliveryInput } from './context.ts';
import type { OutgoingChunk } from '../measurement/ports.ts';
import type { DeliveryCommand, DeliveryNotification, LinkEvent, ResultEvent } from './events.ts';

/** A login or an acknowledgement that takes longer counts as a lost connection, ms. */
export const CONNECT_TIMEOUT_MS = 8000;
export const ACKNOWLEDGE_TIMEOUT_MS = 8000;
/** Longer than the interval between chunks, ms: a dead connection may not report its loss. */
export const RESULT_OVERDUE_MS = 10_000;

const isNetworkFault = (error: unknown): boolean => failureCodeOf(error) === 'NETWORK_ERROR';
const isBusy = (error: unknown): boolean => failureCodeOf(error) === 'SERVICE_BUSY';

export const deliveryMachine = setup({
  types: {
    context: {} as DeliveryContext,
    input: {} as DeliveryInput,
    events: {} as DeliveryCommand | LinkEvent | ResultEvent,
  },
  delays: {
    CONNECT_TIMEOUT: CONNECT_TIMEOUT_MS,
    ACKNOWLEDGE_TIMEOUT: ACKNOWLEDGE_TIMEOUT_MS,
    RESULT_OVERDUE: RESULT_OVERDUE_MS,
    BACK_OFF: ({ context }) => context.waitMs ?? 0,
  },
  actors: {
    create,
    link,
    send,
    fetchMissed,
  },
  guards: {
    somethingToSend: ({ context }) => context.queue.length > 0,
    resultMissing: ({ context }) => missingOf(context).length > 0,
    hasRetried: ({ context }) => context.attempt > 0,
    gaveUp: ({ context }) => context.waitMs === null,
    networkFault: (_, { error }: { error: unknown }) => isNetworkFault(error),
    busy: (_, { error }: { error: unknown }) => isBusy(error),
  },
  actions: {
    enqueue: assign(({ context }, { chunk }: { chunk: OutgoingChunk }) => ({
      queue: [...context.queue, chunk],
    })),
    acknowledgeFirst: assign(({ context: { queue, stored } }) => {
      const [first, ...rest] = queue;
      return first === undefined ? {} : { queue: rest, stored: [...stored, first.index] };
    }),
    planRetry: assign(({ context: { retry, now, lostAtMs, attempt } }) => {
      const since = lostAtMs ?? now();
      const next = attempt + 1;
      return {
        lostAtMs: since,
        attempt: next,
        waitMs: retry.next({ attempt: next, elapsedMs: now() - since }),
      };
    }),
    resetOutage: assign({ lostAtMs: null }),
    resetRetries: assign({ attempt: 0 }),
    notifyLost: sendParent({ type: 'CONNECTION', state: 'lost' } satisfies DeliveryNotification),
    notifyRestored: sendParent({
      type: 'CONNECTION',
      state: 'back',
    } satisfies DeliveryNotification),
    notifyGivenUp: sendParent({
      type: 'DELIVERY_FAILED',
      code: 'NETWORK_ERROR',
    } satisfies DeliveryNotification),
    notifyFailed: sendParent((_, { error }: { error: unknown }): DeliveryNotification => ({
      type: 'DELIVERY_FAILED',
      code: failureCodeOf(error),
    })),
  },
}).createMachine({
  id: 'delivery',
  context: ({ input }) => initialDelivery(input),
  initial: 'creating',
  on: {
    CHUNK: { actions: { type: 'enqueue', params: ({ event }) => event } },
    RESULT: {
      actions: [
        assign({ answered: ({ context, event }) => [...context.answered, event.index] }),
        sendParent(({ event }): DeliveryNotification => event),
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
            sendParent(({ event }: { event: DoneActorEvent<string> }): DeliveryNotification => ({
              type: 'CREATED',
              measurementId: event.output,
            })),
          ],
        },
        onError: {
          target: 'failed',
          // Nothing has been filmed yet that would justify waiting.
          actions: sendParent(({ event }: { event: ErrorActorEvent }): DeliveryNotification => ({
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
          {
            guard: { type: 'networkFault', params: ({ event }) => event },
            target: 'waiting',
          },
          {
            guard: { type: 'busy', params: ({ event }) => event },
            target: 'waiting',
            actions: 'resetOutage',
          },
          {
            target: 'failed',
            actions: { type: 'notifyFailed', params: ({ event }) => event },
          },
        ],
      },
      states: {
        connecting: {
          after: { CONNECT_TIMEOUT: '#delivery.waiting' },
          on: { LINK_READY: { target: 'online', actions: 'resetOutage' } },
        },
        online: {
          invoke: {
            src: 'fetchMissed',
            input: ({ context }) => context,
            onDone: {
              actions: enqueueActions(({ enqueue, event }) => {
                for (const result of event.output) enqueue.raise(result);
              }),
            },
          },
          initial: 'idle',
          states: {
            idle: {
              always: [
                { guard: 'somethingToSend', target: 'sending' },
                { guard: 'hasRetried', actions: ['notifyRestored', 'resetRetries'] },
              ],
              after: {
                RESULT_OVERDUE: {
                  guard: 'resultMissing',
                  target: '#delivery.linked.online',
                  reenter: true,
                },
              },
            },
            sending: {
              after: { ACKNOWLEDGE_TIMEOUT: '#delivery.waiting' },
              invoke: {
                src: 'send',
                input: ({ context }) => ({
                  connection: context.connection,
                  chunk: context.queue[0],
                }),
                onDone: [
                  {
                    guard: 'hasRetried',
                    target: 'idle',
                    actions: ['acknowledgeFirst', 'notifyRestored', 'resetRetries'],
                  },
                  { target: 'idle', actions: 'acknowledgeFirst' },
                ],
                onError: [
                  {
                    guard: { type: 'busy', params: ({ event }) => event },
                    target: 'refused',
                    actions: 'resetOutage',
                  },
                  {
                    guard: { type: 'networkFault', params: ({ event }) => event },
                    target: '#delivery.waiting',
                  },
                  {
                    target: '#delivery.failed',
                    actions: { type: 'notifyFailed', params: ({ event }) => event },
                  },
                ],
              },
            },
            // The connection is intact, and another one would not help a service in trouble.
            refused: { entry: 'planRetry', after: { BACK_OFF: 'sending' } },
          },
        },
      },
    },
    waiting: {
      entry: ['notifyLost', 'planRetry'],
      always: { guard: 'gaveUp', target: 'failed', actions: 'notifyGivenUp' },
      after: { BACK_OFF: 'linked' },
    },
    failed: { type: 'final' },
  },
});
