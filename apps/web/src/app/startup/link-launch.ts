// SPDX-License-Identifier: Apache-2.0
import { LAUNCH_FAILURES } from '@perfuse/contract/failures/launch-failures';
import type { LaunchedConfiguration } from '@perfuse/contract/launch/configuration';
import { NO_SESSION } from '@perfuse/contract/launch/link';
import { loadCode } from '@perfuse/ui/loading/load-with-retries.ts';
import { newId } from '../../platform/browser/new-id.ts';
import { createEventSession } from '../../platform/events/event-session.ts';
import { LOG } from '../../platform/log/log.ts';
import { analysisRoutesAt } from '../../account/analysis-routes.ts';
import { EDITION } from '../../config/build.ts';
import { fullPath } from '../../config/base-path.ts';
import { EMBED, leavePage } from '../../launch/embedding.ts';
import { goToCallback } from '../../launch/leave-to-callback.ts';
import { PATHS } from '../../routes/paths.ts';
import type { Services } from '../../services/services.ts';
import { startVisit } from '../../services/start-visit.ts';
import { memoizePerOwner } from '../../platform/browser/memoize-per-owner.ts';
import { visitServicesOf } from '../../services/visit-services.ts';
import { followVisit, LAUNCHES, resumeSession } from '../../launch/begin-visit.ts';
import { loadBranding } from '../../launch/branding.ts';
import type { LaunchLink } from '../../launch/launch-link.ts';
import type { LinkActor, LinkMachineDeps } from './link-machine.ts';
import { forgetVisit } from '../../launch/visit-storage.ts';
import { storageOf } from '../../platform/browser/stored.ts';

/** @param ownSessionId for a link that names no session. */
function ask(link: LaunchLink, ownSessionId: string): Promise<LaunchedConfiguration> {
  const { configId } = link;
  if (link.kind !== 'signed') return LAUNCHES.call('config', { params: { configId } });
  const { profileData, token } = link;
  const sessionId = link.sessionId ?? NO_SESSION;
  // In the body: proxies log addresses.
  const body = { profileData, sessionId, ownSessionId, token };
  return LAUNCHES.call('launch', { params: { configId }, body });
}

function depsOf(services: Services, link: LaunchLink): LinkMachineDeps {
  const { api, deviceToken, activity } = services;
  const { events, reportFor } = visitServicesOf(services);
  const ownSessionId = (link.kind === 'signed' ? link.sessionId : null) ?? newId();
  return {
    configuration: (asked) => ask(asked, ownSessionId),
    renew: (pair, { settings: { customApiHostname } }) =>
      // The service that issued the tokens renews them.
      customApiHostname === undefined
        ? api.call('renew', { body: pair })
        : analysisRoutesAt(customApiHostname).call('renewTokens', { body: pair }),
    adopt: deviceToken.adopt,
    loadBranding,
    begin: (launched, link) => {
      activity.mark(Date.now());
      // A signed link works once and may belong to another person.
      startVisit(services, launched, link.kind === 'signed');
      LOG.add('info', ['Launched with the configuration', launched.configId]);
      const screen = link.kind === 'plain' ? link.screen : undefined;
      const { pathname } = window.location;
      // The token of a mailed link stays in the history entry, for a reload.
      const state: unknown = screen === undefined ? null : window.history.state;
      window.history.replaceState(state, '', fullPath(pathname, screen ?? PATHS.preload));
    },
    tell: ({ code, callback, isOffline, isRetryable, launched = null, ...failure }) => {
      const { sessionId = ownSessionId } = failure;
      const row = isOffline ? 'CONFIGURATION_NO_NETWORK' : 'CONFIGURATION_REFUSED';
      // No visit will start that would open the event session. Without a network it waits for the next try.
      if (!isOffline) {
        reportFor(launched);
        events.open(createEventSession(sessionId, storageOf('sessionStorage')));
      }
      LOG.add('warn', ['The link could not be opened:', code]);
      events.tell(LAUNCH_FAILURES[row].event, { part: 'launch', code });
      // A visit that has ended was reported at its end.
      if (callback !== null || link.kind === 'spent') return;
      EMBED.refuse({ sessionId, error: code, isFinal: !isRetryable });
    },
    leave: ({ code, details, callback, sessionId = ownSessionId }) => {
      if (callback === null) return;
      const target = { resultsCallbackUrl: callback, sessionId };
      goToCallback({ events, goTo: leavePage }, target, { error: code, details });
    },
  };
}

/** Opens the link of this page; null where there is none. */
async function start(services: Services): Promise<LinkActor | null> {
  // The consumer edition has no links, and no visits to resume.
  if (EDITION === 'consumer') return null;
  const { link, deviceToken } = services;
  const { visit } = visitServicesOf(services);
  if (link === null) {
    followVisit(services, visit.getState());
    const { launched } = visit.getState();
    resumeSession(services, launched);
    if (launched !== null) void loadBranding(launched);
    return null;
  }
  // Data that an earlier link left in this tab belongs to another visit.
  forgetVisit(storageOf('sessionStorage'));
  deviceToken.forget(false);
  // Most pages are opened without a link, so code that only a launch needs is loaded on demand.
  const { openLink } = await loadCode(() => import('./open-link.ts'));
  const actor = openLink({ link, ports: depsOf(services, link) });
  window.addEventListener('online', () => actor.send({ type: 'ONLINE' }));
  actor.start();
  return actor;
}

/** The launch of this page, started at the first call. Null: no link opened the page. */
export const linkLaunchOf = memoizePerOwner(start);
