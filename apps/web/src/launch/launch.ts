// SPDX-License-Identifier: Apache-2.0
import type { OrganisationAnswer } from '@perfuse/contract/account/organisation';
import type { SignInOptions } from '@perfuse/contract/account/session';
import type { EnvVars } from '@perfuse/contract/backend/routes';
import type { StartAnswers } from './remembered-start.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** What the operator set for the app. */
export type WebSettings = Omit<EnvVars, 'apiHost'>;

/** Who processes the data: name and addresses. */
export type NamedOrganisation = Pick<OrganisationAnswer, 'Name' | 'OrgAddresses'>;

/** What start-up finds out before any screen shows. */
export interface LaunchFacts {
  /** Analysis service as `host[:port][/path]`. */
  readonly analysisHost: string;
  /** Whether people must sign in before they measure. */
  readonly requiresAuthentication: boolean;
  readonly signIn: SignInOptions;
  readonly settings: WebSettings;
  /** Who runs the installation. */
  readonly organisation?: NamedOrganisation;
}

/** `starting` → `ready` or `failed`; `failed` → `starting` by retry. */
type LaunchState =
  | { readonly phase: 'starting' }
  | { readonly phase: 'failed' }
  | { readonly phase: 'ready'; readonly facts: LaunchFacts };

export interface LaunchCalls {
  /** Both throw when the backend cannot be asked. */
  readonly envVars: () => Promise<EnvVars>;
  readonly status: () => Promise<{
    auth: boolean;
    signIn: SignInOptions;
    organisation?: NamedOrganisation;
  }>;
  /** Takes up the session of the cookie, if there is one; never rejects. */
  readonly restore: (analysisHost: string) => Promise<void>;
  /** Keeps the answers for a start without a network. */
  readonly remember?: (answers: StartAnswers) => void;
  /** Answers of an earlier start, where this device can measure with them alone; null: it cannot. */
  readonly remembered?: () => StartAnswers | null;
  /** Fetches the device token ahead of its use, if it will be; nothing waits for it, and a failure shows when it is used. */
  readonly warmToken: (settings: WebSettings) => Promise<unknown>;
}

export interface Launch {
  readonly store: StoreApi<LaunchState>;
  /** Starts, or starts again after a failure; does nothing in other phases. */
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

/** Start-up of the app (specification, section 4): where the analysis service is, how to sign in, who is here. */
export function createLaunch(calls: LaunchCalls): Launch {
  const store = createStore<LaunchState>()(() => ({ phase: 'starting' }));
  let asking = false;
  return {
    store,
    start: async () => {
      if (asking || store.getState().phase === 'ready') return;
      asking = true;
      store.setState({ phase: 'starting' }, true);
      const next = await askBackend(calls).catch((): LaunchState => {
        const answers = calls.remembered?.() ?? null;
        return answers === null ? { phase: 'failed' } : readyWith(answers);
      });
      asking = false;
      store.setState(next, true);
    },
  };
}
