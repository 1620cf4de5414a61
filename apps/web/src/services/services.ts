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
import { createDeviceToken, tokensOf, type DeviceToken } from '../account/device-token.ts';
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
import { lostLink, restoreVisit } from '../launch/visit-storage.ts';
import { namesPerson } from '../launch/visit.ts';
import { createStudy, type Study } from './study.ts';
import { createTokenSource, withToken, type TokenSource } from '../account/token-source.ts';
import { userIdOf } from '../account/token-user.ts';
import { createActivity, type Activity } from '../session-timeout/activity.ts';
import { idlePhase } from '../session-timeout/idle.ts';

/** Everything that lives as long as the page, made once outside React. */
export interface Services {
  readonly api: ContractClient<typeof BACKEND_ROUTES>;
  /** Throws before start-up knows where the analysis service is. */
  readonly analysis: () => AnalysisRoutes;
  /** The guest's; for calls that a guest and a signed-in person both make use `token`. */
  readonly deviceToken: DeviceToken;
  /** The token of the current user. */
  readonly token: TokenSource;
  readonly account: Account;
  readonly activity: Activity;
  readonly consents: Consents;
  readonly study: Study;
  readonly session: SessionStore;
  readonly launch: Launch;
  /** The enterprise link that opened this page, if one did. */
  readonly link: LaunchLink | null;
  /** Uses the hosts that a launch names from now on. */
  readonly followLaunch: (hosts: LaunchedHosts) => void;
  /** Token of the mailed link that opened this page, if one did; none after a sign-out. */
  readonly mailed: () => MailedTokens;
  /** Token of the hand-off link that opened this page, if one did. */
  readonly handOffToken: string | null;
  /** Saves what is unsaved; for when the page is closed. */
  readonly flush: () => void;
}

export function createServices(): Services {
  // Before anything else: what it carries must not stay in the address.
  let link = takeLaunchLink(EDITION, window.location, window.history);
  let mailed = takeMailedTokens(window.location, window.history);
  const handOffToken = takeHandOffToken(EDITION, window.location, window.history);
  if (EDITION !== 'consumer' && handOffToken === null) {
    link ??= lostLink(window.location, window.history);
  }
  const tab = storageOf('sessionStorage');
  // Asked each time: a hand-off begins its visit on the way.
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
  /** Until a link has begun its visit, the session at hand is that of an earlier place. */
  let isEntered = !isByLink;
  const renew = async (pair: TokenPair): Promise<TokenPair> => {
    const renewed = await analysis().call('renewTokens', { body: pair });
    session.getState().renewDevice(pair, renewed);
    return renewed;
  };
  const deviceToken = createDeviceToken(
    {
      issue: () => issueDevice?.() ?? api.call('token', { body: {} }),
      renew,
    },
    tab,
    EDITION,
  );

  /** Devices of guests who are gone, until it is known where they are given up. */
  let left: readonly TokenPair[] = [];
  const giveUpDevices = (): void => {
    if ((launched ?? installed) === null) return;
    for (const pair of left) {
      void withToken(tokensOf(pair, renew), (token) =>
        analysis().call('unregisterLicense', { token }),
      ).catch(() => undefined);
    }
    left = [];
  };
  /** What is found of their tokens in this browser afterwards is of no use. An integrator's device stays the integrator's. */
  const forgetDevices = (): void => {
    if (deviceToken.isIntegrators()) return;
    const own = deviceToken.pair();
    const others = (session.getState().devices ?? []).filter(({ Token }) => Token !== own?.Token);
    left = own === null ? others : [...others, own];
    giveUpDevices();
    // The next guest is another one.
    deviceToken.forget(false);
  };
  const forgetPerson = (): void => {
    forgetDevices();
    // In a visit whose link named them they have stored nothing for others.
    if (session.getState().visit === null) forgetStored(storages, EDITION);
    session.getState().reset();
    session.getState().identify(null);
  };
  const activity = createActivity(local);
  const last = activity.last();
  // While the browser was closed nothing watched it.
  if (last !== null && idlePhase(last, Date.now()) === 'expired') {
    // Also where the visit of this tab or a link has another session in its place.
    forgetStored(storages, EDITION);
    const kept = isByLink ? null : lastVisit;
    const isNamed = namesPerson(kept);
    // That of an integrator who waits for the results is not watched, and ends there; nor is one not yet begun.
    const isCallbackMode = kept !== null && kept.resultsCallbackUrl !== null;
    if (!isCallbackMode && !(isNamed && !hasBegun(session.getState()))) {
      forgetPerson();
      // Whoever comes now is another person, of another visit.
      if (kept !== null) {
        link = isNamed
          ? spendLink(kept.configId, window.location, window.history, 'idle')
          : { kind: 'plain', configId: kept.configId };
      }
    }
  }
  /** Whether the service could not be asked yet who is signed in. */
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
    // Of a visit whose link named the person there is one tab: what others tell is not about them.
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
  /** Else an integrator has sent the person, whoever is signed in here. */
  const isOwn = (): boolean => link?.kind !== 'signed' && !deviceToken.isIntegrators();
  /** Who is here now: what somebody else told is not theirs, nor is what a guest told before they signed in. */
  const identify = (): void => {
    const own = account.token();
    const userId = own === null ? null : userIdOf(own);
    const { userId: before = null, enter, reset } = session.getState();
    if (userId !== before) {
      if (isOwn()) forgetDevices();
      if (!isEntered) enter({ organisation: null, visit: null }, true);
      else if (isOwn()) {
        reset();
        // While no page watched it.
        if (own === null) account.store.setState({ ended: 'session-expired' });
      }
    }
    session.getState().identify(userId);
  };
  const token = createTokenSource(account, deviceToken);
  const consents = createConsents(analysis, token, () => session.getState().era, {
    all: () => (session.getState().devices ?? []).map((pair) => tokensOf(pair, renew)),
    add: () => {
      const pair = deviceToken.pair();
      const isGuests = pair?.Token === token.held() && !deviceToken.isIntegrators();
      if (pair !== null && isGuests) session.getState().addDevice(pair);
    },
  });
  /** What the service has on record decides; when it cannot be asked, what this browser remembers stays. */
  const takeUpConsent = async (isReload: boolean): Promise<void> => {
    const { era } = session.getState();
    const isGiven = await consents.isGiven().catch(() => null);
    if (era !== session.getState().era) return;
    if (isGiven === true) session.getState().completeConsent();
    // What somebody agreed to for this device was never on record; whoever signs in may be somebody else.
    const isKept = isReload && isForDeviceOnly(session.getState());
    if (isGiven === false && !isKept) session.getState().withdrawConsent();
  };

  /** Once more when the browser is online again, as long as the service does not answer. */
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
      giveUpDevices();
      return restore();
    },
    remember: (answers) => rememberStart(local, answers),
    remembered: () => {
      // Only the consumer edition starts without a link, which a network has to bring.
      const answers =
        EDITION === 'consumer'
          ? rememberedStart(local, session.getState().prefersDevice === true)
          : null;
      if (answers !== null) {
        installed = analysisRoutesAt(answers.envVars.apiHost);
        // A guest, of whom nothing is sent, asks for nothing either.
        if (ownerOf(session.getState()) !== null) restoreOnceOnline();
      }
      return answers;
    },
    warmToken: (settings) => {
      // A link brings a device of its own, and who is measured on this one needs none at the service.
      const isLinked = link !== null || handOffToken !== null;
      const prefersDevice = session.getState().prefersDevice === true;
      const isHere = isAnalysedHere(settings.analysis ?? 'service', prefersDevice);
      return isLinked || isHere ? Promise.resolve(null) : token.get();
    },
  });
  const study = createStudy(account.store, () =>
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
    study,
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
