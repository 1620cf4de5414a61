// SPDX-License-Identifier: Apache-2.0
import { ANALYSIS_ROUTES } from '@perfuse/contract/analysis/routes';
import { BACKEND_ROUTES } from '@perfuse/contract/backend/routes';
import { createContractClient, type ContractClient } from '../platform/http/contract-client.ts';
import { BUILD } from './build.ts';
import { createDeviceToken, type DeviceToken } from './device-token.ts';
import { createLaunch, type Launch } from './launch/launch.ts';
import { persistSession, restoreSession, type SessionStorages } from './session/persistence.ts';
import { createSessionStore, type SessionStore } from './session/session-store.ts';
import { createStudy, type Study } from './study.ts';

/** Everything that lives as long as the page, made once outside React. */
export interface Services {
  readonly api: ContractClient<typeof BACKEND_ROUTES>;
  readonly deviceToken: DeviceToken;
  readonly study: Study;
  readonly session: SessionStore;
  readonly launch: Launch;
  /** Saves what is unsaved; for when the page goes away. */
  readonly flush: () => void;
}

/** A browser may refuse storage altogether; merely reading the property then throws. */
function storageOf(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

export function createServices(): Services {
  const api = createContractClient(BACKEND_ROUTES, '/api');
  const tab = storageOf('sessionStorage');
  const storages: SessionStorages = { local: storageOf('localStorage'), tab };
  const session = createSessionStore(restoreSession(storages, BUILD.edition));
  const { flush } = persistSession(session, storages, BUILD.edition);

  const deviceToken = createDeviceToken(
    {
      issue: () => api.call('token', { body: {} }),
      renew: async (pair) => {
        const state = launch.store.getState();
        if (state.phase !== 'ready') throw new Error('The analysis service is not known yet.');
        const prefix = `${window.location.protocol}//${state.facts.analysisHost}`;
        return createContractClient(ANALYSIS_ROUTES, prefix).call('renewTokens', { body: pair });
      },
    },
    tab,
  );
  const launch = createLaunch({
    envVars: () => api.call('envVars'),
    status: () => api.call('status'),
    warmToken: deviceToken.get,
  });
  const study = createStudy(() => api.call('study'));
  return { api, deviceToken, study, session, launch, flush };
}
