// SPDX-License-Identifier: Apache-2.0
import type { LaunchedConfiguration } from '@perfuse/contract/launch/configuration';
import { ApiError, isAway } from '@perfuse/client';
import { assign, fromPromise, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { TokenPair } from '../../session/token-pair.ts';
import { pairOf } from '../../launch/begin-visit.ts';
import { busyWaitMs } from '../../platform/analysis/busy.ts';
import {
  configurationFailure,
  renewalFailure,
  SPENT_LINK,
  type LinkFailure,
} from './launch-failure.ts';
import type { LaunchLink } from '../../launch/launch-link.ts';

/** After this time the screen says that opening takes long, ms. */
export const SLOW_MS = 5000;

export interface LinkMachineDeps {
  /** Fetches the configuration, with the profile of the link checked. Throws ApiError. */
  readonly configuration: (link: LaunchLink) => Promise<LaunchedConfiguration>;
  /** Exchanges the pair of the link. Throws ApiError. */
  readonly renew: (pair: TokenPair, launched: LaunchedConfiguration) => Promise<TokenPair>;
  /** Uses this pair from now on. */
  readonly adopt: (pair: TokenPair, isReplaceable: boolean) => void;
  /** Loads the organisation's logo and stylesheet, or keeps the product's own. */
  readonly loadBranding: (launched: LaunchedConfiguration) => Promise<void>;
  /** Stores the settings, after which the app is shown. */
  readonly begin: (launched: LaunchedConfiguration, link: LaunchLink) => void;
  /** Reports to the log and the events webhook. */
  readonly tell: (failure: LinkFailure) => void;
  /** Redirects to the callback address of the failure. */
  readonly leave: (failure: LinkFailure) => void;
}

interface Context {
  readonly ports: LinkMachineDeps;
  readonly link: LaunchLink;
  readonly launched: LaunchedConfiguration | null;
  readonly failure: LinkFailure | null;
  /** Number of token requests to a busy service, and the wait before the next one, ms. */
  readonly tried: number;
  readonly waitMs: number;
  readonly isSlow: boolean;
}

type LinkEvent =
  /** The person requests another try. */
  | { readonly type: 'RETRY' }
  /** The browser has a network again. */
  | { readonly type: 'ONLINE' };

type StepInput = Pick<Context, 'ports' | 'link' | 'launched'>;

/** The launched configuration; there is one in every state after the first. */
function launchedOf({ launched }: Pick<Context, 'launched'>): LaunchedConfiguration {
  if (launched === null) throw new Error('The link has not launched anything yet.');
  return launched;
}

/**
 * The pair that the visit uses: that of the answer, which takes precedence, or that of the link, renewed once on
 * arrival. Without tokens in the link or a device in the answer, the app does what it does for guests.
 */
async function obtainTokens({ ports, link, launched }: StepInput): Promise<void> {
  const answered = launchedOf({ launched });
  const { deviceToken } = answered;
  if (deviceToken !== null) {
    ports.adopt(pairOf(deviceToken), link.kind === 'plain');
  } else if (link.kind === 'signed') {
    const pair = { Token: link.token, RefreshToken: link.refreshToken };
    ports.adopt(await ports.renew(pair, answered), false);
  }
}

/** How long to wait for a busy service, ms; null when it is not busy, or no longer to be waited for. */
function busyWait(cause: unknown, tried: number): number | null {
  if (!(cause instanceof ApiError) || !isAway(cause) || cause.status === 0) return null;
  return busyWaitMs(tried, cause.waitS === undefined ? null : 1000 * cause.waitS);
}

/**
 * Opens an enterprise link (specification, sections 2 and 8): configuration, tokens, logo, settings. A failure is
 * reported to the integrator where the server allows it, else shown to the person on a screen that cannot be closed.
 */
export const linkMachine = setup({
  types: {
    input: {} as { readonly ports: LinkMachineDeps; readonly link: LaunchLink },
    context: {} as Context,
    events: {} as LinkEvent,
  },
  actors: {
    configuration: fromPromise<LaunchedConfiguration, StepInput>(({ input: { ports, link } }) =>
      ports.configuration(link),
    ),
    tokens: fromPromise<null, StepInput>(async ({ input }) => {
      await obtainTokens(input);
      return null;
    }),
    branding: fromPromise<null, StepInput>(async ({ input }) => {
      await input.ports.loadBranding(launchedOf(input));
      return null;
    }),
  },
  delays: { slow: SLOW_MS, busy: ({ context }) => context.waitMs },
  guards: {
    isSpent: ({ context }) => context.link.kind === 'spent',
    isOffline: ({ context }) => context.failure?.isOffline === true,
    hasCallback: ({ context }) => context.failure !== null && context.failure.callback !== null,
    isRetryable: ({ context }) => context.failure?.isRetryable === true,
  },
  actions: {
    fail: assign(({ context: { link } }) =>
      link.kind === 'spent' ? { failure: { ...SPENT_LINK, ended: link.ended } } : {},
    ),
    tell: ({ context: { ports, failure } }) => {
      if (failure !== null) ports.tell(failure);
    },
    begin: ({ context }) => context.ports.begin(launchedOf(context), context.link),
    leave: ({ context: { ports, failure } }) => {
      if (failure !== null) ports.leave(failure);
    },
  },
}).createMachine({
  id: 'link',
  context: ({ input: { ports, link } }) => ({
    ports,
    link,
    launched: null,
    failure: null,
    tried: 0,
    waitMs: 0,
    isSlow: false,
  }),
  initial: 'reading',
  states: {
    reading: {
      always: [{ guard: 'isSpent', target: 'failing', actions: 'fail' }, { target: 'opening' }],
    },
    opening: {
      initial: 'configuration',
      after: { slow: { actions: assign({ isSlow: true }) } },
      exit: assign({ isSlow: false }),
      states: {
        configuration: {
          invoke: {
            src: 'configuration',
            input: ({ context }) => context,
            onDone: {
              target: 'tokens',
              actions: assign({ launched: ({ event }) => event.output }),
            },
            onError: {
              target: '#link.failing',
              actions: assign({ failure: ({ event }) => configurationFailure(event.error) }),
            },
          },
        },
        tokens: {
          invoke: {
            src: 'tokens',
            input: ({ context }) => context,
            onDone: 'branding',
            onError: [
              {
                guard: ({ context, event }) => busyWait(event.error, context.tried + 1) !== null,
                target: 'waiting',
                actions: assign({
                  tried: ({ context }) => context.tried + 1,
                  waitMs: ({ context, event }) => busyWait(event.error, context.tried + 1) ?? 0,
                }),
              },
              {
                target: '#link.failing',
                actions: assign({
                  failure: ({ context, event }) => renewalFailure(event.error, launchedOf(context)),
                }),
              },
            ],
          },
        },
        waiting: { after: { busy: 'tokens' } },
        branding: {
          invoke: {
            src: 'branding',
            input: ({ context }) => context,
            onDone: '#link.open',
            // A missing picture must not fail the launch.
            onError: '#link.open',
          },
        },
        /** The step that failed without a network. */
        again: { type: 'history', target: 'configuration' },
      },
    },
    failing: {
      entry: 'tell',
      always: [
        { guard: 'isOffline', target: 'offline' },
        { guard: 'hasCallback', target: 'leaving' },
        { target: 'failed' },
      ],
    },
    offline: { on: { RETRY: 'opening.again', ONLINE: 'opening.again' } },
    failed: { on: { RETRY: { guard: 'isRetryable', target: 'opening.again' } } },
    leaving: { entry: 'leave', type: 'final' },
    open: { entry: 'begin', type: 'final' },
  },
});

export type LinkActor = ActorRefFrom<typeof linkMachine>;
export type LinkSnapshot = SnapshotFrom<typeof linkMachine>;

export type LinkPhase = 'opening' | 'slow' | 'offline' | 'failed' | 'leaving' | 'open';

export function linkPhaseOf(snapshot: LinkSnapshot): LinkPhase {
  if (snapshot.matches('open')) return 'open';
  if (snapshot.matches('leaving')) return 'leaving';
  if (snapshot.matches('offline')) return 'offline';
  if (snapshot.matches('failed')) return 'failed';
  return snapshot.context.isSlow ? 'slow' : 'opening';
}
