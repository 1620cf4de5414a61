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

/** After this time the screen says that it takes long, ms. */
export const SLOW_MS = 5000;

export interface LinkMachineDeps {
  /** The configuration, with the profile of the link looked at. Throws ApiError. */
  readonly configuration: (link: LaunchLink) => Promise<LaunchedConfiguration>;
  /** Exchanges the pair of the link. Throws ApiError. */
  readonly renew: (pair: TokenPair, launched: LaunchedConfiguration) => Promise<TokenPair>;
  /** Uses this pair from now on. */
  readonly adopt: (pair: TokenPair, isReplaceable: boolean) => void;
  /** Loads the organisation's logo and stylesheet, or leaves the product's own. */
  readonly loadBranding: (launched: LaunchedConfiguration) => Promise<void>;
  /** Stores the settings: the app shows. */
  readonly begin: (launched: LaunchedConfiguration, link: LaunchLink) => void;
  /** Reports to the log and the events webhook. */
  readonly tell: (failure: LinkFailure) => void;
  /** Takes the failure to its callback address. */
  readonly leave: (failure: LinkFailure) => void;
}

interface Context {
  readonly ports: LinkMachineDeps;
  readonly link: LaunchLink;
  readonly launched: LaunchedConfiguration | null;
  readonly failure: LinkFailure | null;
  /** How often a busy service was asked for tokens, and for how long it is left alone, ms. */
  readonly tried: number;
  readonly waitMs: number;
  readonly isSlow: boolean;
}

type LinkEvent =
  /** The person asks for another try. */
  | { readonly type: 'RETRY' }
  /** The browser has a network again. */
  | { readonly type: 'ONLINE' };

type Asked = Pick<Context, 'ports' | 'link' | 'launched'>;

/** The launched configuration; there is one in every state after the first. */
function launchedOf({ launched }: Pick<Context, 'launched'>): LaunchedConfiguration {
  if (launched === null) throw new Error('The link has not launched anything yet.');
  return launched;
}

/**
 * The pair that the visit uses: one of the answer, which goes first, or that of the link, renewed once on arrival.
 * A link without tokens and an answer without a device leave it to whatever the app does for guests.
 */
async function obtainTokens({ ports, link, launched }: Asked): Promise<void> {
  const answered = launchedOf({ launched });
  const { deviceToken } = answered;
  if (deviceToken !== null) {
    ports.adopt(pairOf(deviceToken), link.kind === 'plain');
  } else if (link.kind === 'signed') {
    const pair = { Token: link.token, RefreshToken: link.refreshToken };
    ports.adopt(await ports.renew(pair, answered), false);
  }
}

/** How long a busy service is waited for, ms; null where it is not busy, or not to be waited for any longer. */
function busyWait(cause: unknown, tried: number): number | null {
  if (!(cause instanceof ApiError) || !isAway(cause) || cause.status === 0) return null;
  return busyWaitMs(tried, cause.waitS === undefined ? null : 1000 * cause.waitS);
}

/**
 * Opens an enterprise link (specification, sections 2 and 8): configuration, tokens, logo, settings. What fails is
 * reported to the integrator where the server allows it, else shown to the person on a screen that cannot be closed.
 */
export const linkMachine = setup({
  types: {
    input: {} as { readonly ports: LinkMachineDeps; readonly link: LaunchLink },
    context: {} as Context,
    events: {} as LinkEvent,
  },
  actors: {
    configuration: fromPromise<LaunchedConfiguration, Asked>(({ input: { ports, link } }) =>
      ports.configuration(link),
    ),
    tokens: fromPromise<null, Asked>(async ({ input }) => {
      await obtainTokens(input);
      return null;
    }),
    branding: fromPromise<null, Asked>(async ({ input }) => {
      await input.ports.loadBranding(launchedOf(input));
      return null;
    }),
  },
  delays: { slow: SLOW_MS, busy: ({ context }) => context.waitMs },
  guards: {
    isSpent: ({ context }) => context.link.kind === 'spent',
    isOffline: ({ context }) => context.failure?.isOffline === true,
    hasCallback: ({ context }) => context.failure !== null && context.failure.callback !== null,
    mayPass: ({ context }) => context.failure?.mayPass === true,
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
            // A picture is not worth a launch.
            onError: '#link.open',
          },
        },
        /** The step that failed for want of a network. */
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
    failed: { on: { RETRY: { guard: 'mayPass', target: 'opening.again' } } },
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
