// SPDX-License-Identifier: Apache-2.0
import type { OrganisationAnswer } from '@perfuse/contract/account/organisation';
import type { SignInOptions } from '@perfuse/contract/account/session';
import type { EnvVars } from '@perfuse/contract/backend/routes';
import type { StartAnswers } from './remembered-start.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The operator's settings for the app. */
export type WebSettings = Omit<EnvVars, 'apiHost'>;

/** The organisation that processes the data: name and addresses. */
export type NamedOrganisation = Pick<OrganisationAnswer, 'Name' | 'OrgAddresses'>;

/** Facts determined at start-up, before any screen is shown. */
export interface LaunchFacts {
  /** Analysis service as `host[:port][/path]`. */
  readonly analysisHost: string;
  /** Whether people must sign in before they measure. */
  readonly requiresAuthentication: boolean;
  readonly signIn: SignInOptions;
  readonly settings: WebSettings;
  /** The operator of the installation. */
  readonly organisation?: NamedOrganisation;
}

/** `starting` → `ready` or `failed`; `failed` → `starting` by retry. */
type LaunchState =
  | { readonly phase: 'starting' }
  | { readonly phase: 'failed' }
  | { readonly phase: 'ready'; readonly facts: LaunchFacts };

export interface LaunchCalls {
  /** Both throw when the backend cannot be reached. */
  readonly envVars: () => Promise<EnvVars>;
  readonly status: () => Promise<{
    auth: boolean;
    signIn: SignInOptions;
    organisation?: NamedOrganisation;
  }>;
  /** Restores the session of the cookie, if there is one; never rejects. */
  readonly restore: (analysisHost: string) => Promise<void>;
  /** Stores the answers for a start without a network. */
  readonly remember?: (answers: StartAnswers) => void;
  /** Answers of an earlier start, if this device can measure with them alone; else null. */
  readonly remembered?: () => StartAnswers | null;
  /** Prefetches the device token if it will be needed; nothing waits for it, and a failure surfaces when it is used. */
  readonly warmToken: (settings: WebSettings) => Promise<unknown>;
}

export interface Launch {
  readonly store: StoreApi<LaunchState>;
  /** Starts, or retries after a failure; does nothing in other phases. */
  readonly start: () => Promise<void>;
}

async function askBackend(calls: LaunchCalls): Promise<LaunchState> {
  const [envVars, status] = await Promise.all([calls.envVars(), calls.status()]);
  calls.remember?.({ envVars, status });
  await calls.restore(envVars.apiHost);
  // Where people must sign in, a guest needs no device.
  if (!status.auth) calls.warmToken(envVars).catch(() => null);
  return readyWith({ envVars, status });
}

function readyWith({ envVars: { apiHost, ...settings }, status }: StartAnswers): LaunchState {
  return {
    phase: 'ready',
    facts: {
      analysisHost: apiHost,
      requiresAuthentication: status.auth,
      signIn: status.signIn,
      settings,
      organisation: status.organisation,
    },
  };
}

/**
 * Start-up of the app (specification, section 4): finds the analysis service, the sign-in options and the current
 * session.
 */
export function createLaunch(calls: LaunchCalls): Launch {
  const store = createStore<LaunchState>()(() => ({ phase: 'starting' }));
  let asking = false;
  return {
    store,
    start: async () => {
      if (asking || store.getState().phase === 'ready') return;
      asking = true;
      const stored = (): LaunchState | null => {
        const answers = calls.remembered?.() ?? null;
        return answers === null ? null : readyWith(answers);
      };
      // They did not suffice before: the person has chosen this device meanwhile, and need not wait for the network.
      const chosen = store.getState().phase === 'failed' ? stored() : null;
      store.setState({ phase: 'starting' }, true);
      const next =
        chosen ??
        (await askBackend(calls).catch((): LaunchState => stored() ?? { phase: 'failed' }));
      asking = false;
      store.setState(next, true);
    },
  };
}
