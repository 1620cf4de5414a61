// SPDX-License-Identifier: Apache-2.0
import { fromPromise, setup } from 'xstate';
import { idlePhase, untilNextPhase } from './idle.ts';

/** Interval of token verification (specification, section 9). */
export const CHECK_INTERVAL_MS = 60_000;

/**
 * The service's verdict on the session. `ended`: ERR_SESSION_EXPIRED. `token-expired`: only the access token.
 * `unknown`: no answer, or none about the session; the next check repeats it.
 */
export type SessionVerdict = 'valid' | 'token-expired' | 'ended' | 'unknown';

export type EndReason = 'session-expired' | 'idle';

export interface WatcherMachineDeps {
  /** Wall clock, milliseconds since 1970. */
  readonly now: () => number;
  readonly verify: () => Promise<SessionVerdict>;
  /** Exchanges the tokens. `refused`: the service refused permanently. `unknown`: try again later. */
  readonly renew: () => Promise<'renewed' | 'refused' | 'unknown'>;
  /** Latest activity in any tab, milliseconds since 1970. */
  readonly lastActivityAt: () => number;
  readonly markActivity: (at: number) => void;
  readonly end: (reason: EndReason) => void;
}

interface Context {
  readonly ports: WatcherMachineDeps;
  nextCheckAt: number;
}

type WatcherEvent =
  /** Activity of the person in this tab. */
  | { readonly type: 'ACTIVITY' }
  /** 'Stay signed in' in the warning. */
  | { readonly type: 'STAY' }
  /** The page resumed from sleep or the background, or another tab saw activity: check the clock again. */
  | { readonly type: 'WAKE' };

const isPhase =
  (...phases: readonly ReturnType<typeof idlePhase>[]) =>
  ({ context: { ports } }: { readonly context: Context }): boolean =>
    phases.includes(idlePhase(ports.lastActivityAt(), ports.now()));

/**
 * Watches a signed-in session: checks every minute with the service whether it is still valid, and with the clock
 * whether the person is still active. Both regions use deadlines of the wall clock, so a page that slept catches up on
 * WAKE.
 */
export const watcherMachine = setup({
  types: {
    input: {} as WatcherMachineDeps,
    context: {} as Context,
    events: {} as WatcherEvent,
  },
  actors: {
    verify: fromPromise<SessionVerdict, WatcherMachineDeps>(({ input }) => input.verify()),
    renew: fromPromise<'renewed' | 'refused' | 'unknown', WatcherMachineDeps>(({ input }) =>
      input.renew(),
    ),
  },
  delays: {
    untilCheck: ({ context: { nextCheckAt, ports } }) =>
      Math.min(CHECK_INTERVAL_MS, Math.max(0, nextCheckAt - ports.now())),
    untilNextPhase: ({ context: { ports } }) => untilNextPhase(ports.lastActivityAt(), ports.now()),
  },
  guards: {
    isExpired: isPhase('expired'),
    isWarning: isPhase('warning'),
    isActive: isPhase('active'),
  },
  actions: {
    mark: ({ context: { ports } }) => ports.markActivity(ports.now()),
    planCheck: ({ context }) => {
      context.nextCheckAt = context.ports.now() + CHECK_INTERVAL_MS;
    },
    endSession: ({ context: { ports } }) => ports.end('session-expired'),
    endIdle: ({ context: { ports } }) => ports.end('idle'),
  },
}).createMachine({
  id: 'watcher',
  context: ({ input }) => ({ ports: input, nextCheckAt: input.now() + CHECK_INTERVAL_MS }),
  initial: 'watching',
  states: {
    watching: {
      type: 'parallel',
      states: {
        session: {
          initial: 'waiting',
          states: {
            waiting: {
              after: { untilCheck: 'verifying' },
              on: { WAKE: { target: 'waiting', reenter: true } },
            },
            verifying: {
              entry: 'planCheck',
              invoke: {
                src: 'verify',
                input: ({ context }) => context.ports,
                onDone: [
                  {
                    guard: ({ event }) => event.output === 'ended',
                    target: '#watcher.signedOut',
                    actions: 'endSession',
                  },
                  { guard: ({ event }) => event.output === 'token-expired', target: 'renewing' },
                  { target: 'waiting' },
                ],
                onError: 'waiting',
              },
            },
            renewing: {
              invoke: {
                src: 'renew',
                input: ({ context }) => context.ports,
                onDone: [
                  {
                    guard: ({ event }) => event.output === 'refused',
                    target: '#watcher.signedOut',
                    actions: 'endSession',
                  },
                  { target: 'waiting' },
                ],
                onError: 'waiting',
              },
            },
          },
        },
        idle: {
          initial: 'looking',
          states: {
            /** Reads the clock and moves on at once; every timer and event returns to this state. */
            looking: {
              always: [
                { guard: 'isExpired', target: '#watcher.signedOut', actions: 'endIdle' },
                { guard: 'isWarning', target: 'warning' },
                { target: 'active' },
              ],
            },
            active: {
              after: { untilNextPhase: 'looking' },
              on: {
                WAKE: 'looking',
                ACTIVITY: [
                  // The first touch after a long sleep is too late.
                  { guard: 'isExpired', target: 'looking' },
                  { actions: 'mark', target: 'looking' },
                ],
              },
            },
            /** Only the button counts as activity here: opening the dialog itself moves the focus. */
            warning: {
              after: { untilNextPhase: 'looking' },
              on: {
                WAKE: 'looking',
                STAY: [
                  { guard: 'isExpired', target: 'looking' },
                  { actions: 'mark', target: 'looking' },
                ],
              },
            },
          },
        },
      },
    },
    signedOut: { type: 'final' },
  },
});
