// SPDX-License-Identifier: Apache-2.0
import { BACKEND_ROUTES } from '@perfuse/contract/backend/routes';
import type { ContractClient } from '@perfuse/client';
import { CONFIGURATION_HEADER } from '@perfuse/contract/account/session';
import { createClient } from '../platform/http/create-client.ts';
import { createAccount, type Account } from '../account/account.ts';
import { createConsents, type Consents } from '../account/consents.ts';
import { tabLock } from '../account/renewal.ts';
import { openTabMessages } from '../account/tab-messages.ts';
import { analysisRoutesAt, type AnalysisRoutes } from '../account/analysis-routes.ts';
import { EDITION } from '../config/build.ts';
import { createDeviceToken, type DeviceToken } from '../account/device-token.ts';
import { createGuestDevices } from '../account/guest-devices.ts';
import type { LaunchedHosts } from '../launch/begin-visit.ts';
import { isAnalysedHere } from '../launch/analysis-places.ts';
import { takeHandOffToken } from '../launch/handoff-link.ts';
import { spendLink, takeLaunchLink, type LaunchLink } from '../launch/launch-link.ts';
import { rememberedStart, rememberStart } from '../launch/remembered-start.ts';
import { createLaunch, type Launch } from '../launch/launch.ts';
import { storageOf } from '../platform/browser/stored.ts';
import { warnInConsole } from '../platform/log/console-warning.ts';
import { NO_MAILED_TOKENS, takeMailedTokens, type MailedTokens } from '../launch/mailed-link.ts';
import {
  adoptStored,
  forgetStored,
  persistSession,
  restoreSession,
  storedFor,
  type SessionStorages,
} from '../session/persistence.ts';
import { hasBegun, isForDeviceOnly, ownerOf } from '../session/session-state.ts';
import { createSessionStore, type SessionStore } from '../session/session-store.ts';
import type { TokenPair } from '../session/token-pair.ts';
import { recoverLostLink, restoreVisit } from '../launch/visit-storage.ts';
import { namesPerson } from '../launch/visit.ts';
import { createStudyId } from './study-id.ts';
import { createTokenSource, withToken, type TokenSource } from '../account/token-source.ts';
import { userIdOf } from '../account/token-user.ts';
import { createActivity, type Activity } from '../session-timeout/activity.ts';
import { idlePhase } from '../session-timeout/idle.ts';

/** Everything that lives as long as the page, created once outside React. */
export interface Services {
  readonly api: ContractClient<typeof BACKEND_ROUTES>;
  /** Throws until start-up knows where the analysis service is. */
  readonly analysis: () => AnalysisRoutes;
  /** The guest's device token; calls that guests and signed-in people both make use `token`. */
  readonly deviceToken: DeviceToken;
  /** The token of the current user. */
  readonly token: TokenSource;
  readonly account: Account;
  readonly activity: Activity;
  readonly consents: Consents;
  /** The study that this person's measurements belong to. Rejects with ApiError. */
  readonly studyId: () => Promise<string>;
  readonly session: SessionStore;
  readonly launch: Launch;
  /** The enterprise link that opened this page, if one did. */
  readonly link: LaunchLink | null;
  /** Uses the hosts of a launch from now on. */
  readonly followLaunch: (hosts: LaunchedHosts) => void;
  /** Token of the mailed link that opened this page, if one did; none after a sign-out. */
  readonly mailed: () => MailedTokens;
  /** Token of the hand-off link that opened this page, if one did. */
  readonly handOffToken: string | null;
  /** Saves pending changes; call it when the page is closed. */
  readonly flush: () => void;
}

export function createServices(): Services {
  // First, because the data must not stay in the address.
  let link = takeLaunchLink(EDITION, window.location, window.history);
  let mailed = takeMailedTokens(window.location, window.history);
  const handOffToken = takeHandOffToken(EDITION, window.location, window.history);
  if (EDITION !== 'consumer' && handOffToken === null) {
    link ??= recoverLostLink(window.location, window.history);
  }
  const tab = storageOf('sessionStorage');
  // Evaluated at each request: a hand-off starts its visit later.
  const visited = (): string | null =>
    EDITION === 'consumer' ? null : (link?.configId ?? restoreVisit(tab)?.configId ?? null);
  const visitHeader = (): Readonly<Record<string, string>> => {
    const configId = visited();
    return configId === null ? {} : { [CONFIGURATION_HEADER]: configId };
  };
  const api = createClient(BACKEND_ROUTES, '/api', visitHeader);
  const local = storageOf('localStorage');
  const storages: SessionStorages = { local, tab };
  const isByLink = link !== null || handOffToken !== null;
  const lastVisit = EDITION === 'consumer' ? null : (restoreVisit(tab)?.launched ?? null);
  const organisation = lastVisit?.orgId ?? (EDITION === 'consumer' || isByLink ? undefined : null);
  const session = createSessionStore(restoreSession(storages, EDITION, organisation), (of) =>
    storedFor(local, EDITION, of),
  );
  const { flush } = persistSession(session, storages, EDITION);
  window.addEventListener('storage', (event) => adoptStored(session, EDITION, event));

  let installed: AnalysisRoutes | null = null;
  let launched: AnalysisRoutes | null = null;
  let issueDevice: LaunchedHosts['issueDevice'] = null;
  const analysis = (): AnalysisRoutes => {
    const routes = launched ?? installed;
    if (routes === null) throw new Error('The analysis service is not known yet.');
    return routes;
  };
  /** Until a link has started its visit, the current session is that of an earlier place. */
  let isEntered = !isByLink;
  const renew = (pair: TokenPair): Promise<TokenPair> =>
    analysis().call('renewTokens', { body: pair });
  const deviceToken = createDeviceToken(
    {
      issue: () => issueDevice?.() ?? api.call('token', { body: {} }),
      renew,
    },
    tab,
    EDITION,
  );

  const guestDevices = createGuestDevices(deviceToken, session, renew, () => launched ?? installed);
  const forgetPerson = (): void => {
    guestDevices.forget();
    // In a visit whose link named the person, nothing was stored for others.
    if (session.getState().visit === null) forgetStored(storages, EDITION);
    session.getState().reset();
    session.getState().identify(null);
  };
  const activity = createActivity(local);
  const last = activity.last();
  // No page checked the timeout while the browser was closed.
  if (last !== null && idlePhase(last, Date.now()) === 'expired') {
    // Also when the visit of this tab or a link uses another session instead.
    forgetStored(storages, EDITION);
    const kept = isByLink ? null : lastVisit;
    const isNamed = namesPerson(kept);
    // A visit of an integrator who waits for the results has no timeout and ends there; nor has one not yet begun.
    const isCallbackMode = kept !== null && kept.resultsCallbackUrl !== null;
    if (!isCallbackMode && !(isNamed && !hasBegun(session.getState()))) {
      forgetPerson();
      // The next person is a different one, in another visit.
      if (kept !== null) {
        link = isNamed
          ? spendLink(kept.configId, window.location, window.history, 'idle')
          : { kind: 'plain', configId: kept.configId };
      }
    }
  }
  /** Whether the service has not yet answered who is signed in. */
  let isRestoreOwed = false;
  const account = createAccount({
    mayBeSignedIn: () => isRestoreOwed,
    calls: {
      check: () => api.call('checkSession'),
      renew: (body) => api.call('renew', { body }),
      logout: (body) => api.call('logout', { body }),
      userData: () => api.call('userData'),
      saveUserData: (body) => api.call('saveUserData', { body }),
    },
    // A visit whose link named the person is in one tab only: messages of other tabs do not concern it.
    tabs: openTabMessages(() => session.getState().visit ?? visited()),
    visited,
    lock: tabLock,
    storage: local,
    log: warnInConsole,
    onSignedIn: async (how) => {
      if (how === 'entered') activity.mark(Date.now());
      identify();
      await takeUpConsent(how === 'restored');
    },
    onSignedOut: () => {
      activity.forget();
      mailed = NO_MAILED_TOKENS;
      forgetPerson();
    },
  });
  /** False where an integrator has sent the person, whoever is signed in here. */
  const isOwn = (): boolean => link?.kind !== 'signed' && !deviceToken.isIntegrators();
  /**
   * Identifies the current person and discards another person's answers, and those given as a guest before signing in.
   */
  const identify = (): void => {
    const own = account.token();
    const userId = own === null ? null : userIdOf(own);
    const { userId: before = null, enter, reset } = session.getState();
    if (userId !== before) {
      if (isOwn()) guestDevices.forget();
      if (!isEntered) enter({ organisation: null, visit: null }, true);
      else if (isOwn()) {
        reset();
        // The session ended while no page watched it.
        if (own === null) account.store.setState({ ended: 'session-expired' });
      }
    }
    session.getState().identify(userId);
  };
  const token = createTokenSource(account, deviceToken);
  const consents = createConsents(analysis, token, () => session.getState().era, {
    all: () => session.getState().withdrawalTokens ?? [],
    add: (withdrawalToken) => {
      if (deviceToken.isIntegrators() || deviceToken.held() !== token.held()) return;
      session.getState().addWithdrawalToken(withdrawalToken);
    },
  });
  /** The service's record decides; when the service is unavailable, the state stored in this browser stays. */
  const takeUpConsent = async (isReload: boolean): Promise<void> => {
    const { era } = session.getState();
    const isGiven = await consents.isGiven().catch(() => null);
    if (era !== session.getState().era) return;
    if (isGiven === true) session.getState().completeConsent();
    // Consent for this device only was never on record; the person signing in may be a different one.
    const isKept = isReload && isForDeviceOnly(session.getState());
    if (isGiven === false && !isKept) session.getState().withdrawConsent();
  };

  /** Retries once when the browser is online again, as long as the service does not answer. */
  const restoreOnceOnline = (): void => {
    isRestoreOwed = true;
    window.addEventListener('online', () => void restore(), { once: true });
  };
  const restore = async (): Promise<void> => {
    isRestoreOwed = false;
    if (!isOwn() || (await account.restore())) identify();
    else restoreOnceOnline();
  };

  const launch = createLaunch({
    envVars: () => api.call('envVars'),
    status: () => api.call('status'),
    restore: (analysisHost) => {
      installed = analysisRoutesAt(analysisHost);
      guestDevices.release();
      return restore();
    },
    remember: (answers) => rememberStart(local, answers),
    remembered: () => {
      // Only the consumer edition can start without a link, which requires a network.
      const answers =
        EDITION === 'consumer'
          ? rememberedStart(local, session.getState().prefersDevice === true)
          : null;
      if (answers !== null) {
        installed = analysisRoutesAt(answers.envVars.apiHost);
        // For a guest nothing is sent, so no request is made either.
        if (ownerOf(session.getState()) !== null) restoreOnceOnline();
      }
      return answers;
    },
    warmToken: (settings) => {
      // A link brings its own device, and an analysis on this device needs none at the service.
      const isLinked = link !== null || handOffToken !== null;
      const prefersDevice = session.getState().prefersDevice === true;
      const isHere = isAnalysedHere(settings.analysis ?? 'service', prefersDevice);
      return isLinked || isHere ? Promise.resolve(null) : token.get();
    },
  });
  const studyId = createStudyId(account.store, () =>
    account.token() === null
      ? api.call('study')
      : withToken(token, (value) => api.call('study', { token: value })),
  );
  return {
    api,
    analysis,
    deviceToken,
    token,
    account,
    activity,
    consents,
    studyId,
    session,
    launch,
    link,
    followLaunch: (hosts) => {
      isEntered = true;
      launched = hosts.analysisHost === null ? null : analysisRoutesAt(hosts.analysisHost);
      issueDevice = hosts.issueDevice;
    },
    mailed: () => mailed,
    handOffToken,
    flush,
  };
}
