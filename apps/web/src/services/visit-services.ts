// SPDX-License-Identifier: Apache-2.0
import type { LaunchedConfiguration } from '@perfuse/contract/launch/configuration';
import { PREVIEW_FRAME } from '@perfuse/contract/launch/link';
import { createEventLog, type EventLog } from '@perfuse/flow';
import { createEventSession } from '../platform/events/event-session.ts';
import { createWebhook } from '../platform/events/webhook.ts';
import { onApiError } from '../platform/http/api-errors.ts';
import { EDITION } from '../config/build.ts';
import { analysisPlacesOf, isAnalysedHere } from '../launch/analysis-places.ts';
import { keepVisit, restoreVisit } from '../launch/visit-storage.ts';
import { memoizePerOwner } from '../platform/browser/memoize-per-owner.ts';
import { storageOf } from '../platform/browser/stored.ts';
import { createVisit, visitWithoutLink, type Visit, type VisitStore } from '../launch/visit.ts';
import type { Services } from './services.ts';

/** The visit, and its events for the integrator. */
export interface VisitServices {
  readonly visit: VisitStore;
  readonly events: EventLog;
  /** Sends events before any visit to the webhook of this launch; the server itself reports a refused launch. */
  readonly reportFor: (launched: LaunchedConfiguration | null) => void;
}

/**
 * Routes whose failures are not reported as API_ERROR events: those of the events route would report forever, and those
 * of a launch have events of their own. A cancelled measurement is deleted while the page is left, which aborts the
 * call.
 */
const QUIET_ROUTES = ['events', 'config', 'launch', 'deleteMeasurement'];

const isSettled = ({ wantsEvents, configId }: Visit): boolean =>
  wantsEvents === false || (wantsEvents === true && configId !== null);

/** The visit of this page: the one stored in the tab, unless a link is starting another. */
function openVisit({ link, deviceToken }: Services): VisitStore {
  const isEnterprise = EDITION === 'enterprise';
  const visit = createVisit(isEnterprise);
  if (isEnterprise && link === null) {
    const restored = restoreVisit(storageOf('sessionStorage')) ?? visitWithoutLink();
    if (restored.isOver) deviceToken.forget(true);
    visit.setState(restored, true);
  }
  if (isEnterprise) keepVisit(visit, storageOf('sessionStorage'));
  return visit;
}

/** Whether measurements of this visit are analysed on this device, with nothing sent: the sample always is. */
export function isOnDevice({ launch, session }: Services, visit: Visit): boolean {
  if (session.getState().isSample) return true;
  const state = launch.store.getState();
  if (state.phase !== 'ready') return false;
  const places = analysisPlacesOf(state.facts.settings, visit);
  return isAnalysedHere(places, session.getState().prefersDevice === true);
}

function createVisitServices(services: Services): VisitServices {
  const visit = openVisit(services);
  let beforeVisit: LaunchedConfiguration | null = null;
  const webhook = createWebhook(() =>
    // No events of a measurement on this device are sent, as nothing of it is; nor of an administrator's preview.
    isOnDevice(services, visit.getState()) || window.name === PREVIEW_FRAME
      ? null
      : (visit.getState().launched ?? beforeVisit),
  );
  const events = createEventLog({
    timestamp: () => new Date().toISOString(),
    ...webhook,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    online: () =>
      new Promise((resolve) => {
        if (navigator.onLine) resolve();
        else window.addEventListener('online', () => resolve(), { once: true });
      }),
  });
  const open = (state: Visit): void => {
    const { wantsEvents, sessionId } = state;
    const isTold = wantsEvents === true && sessionId !== null;
    events.open(isTold ? createEventSession(sessionId, storageOf('sessionStorage')) : null);
  };
  if (isSettled(visit.getState())) open(visit.getState());
  visit.subscribe((state, before) => {
    const same =
      state.wantsEvents === before.wantsEvents &&
      state.configId === before.configId &&
      state.sessionId === before.sessionId;
    if (!same && isSettled(state)) open(state);
  });
  onApiError((route, { code, status }) => {
    if (!QUIET_ROUTES.includes(route)) events.tell('API_ERROR', { route, code, status });
  });
  const reportFor = (launched: LaunchedConfiguration | null): void => {
    beforeVisit = launched?.wantsEvents === true ? launched : null;
  };
  return { visit, events, reportFor };
}

/** The page's only visit. */
export const visitServicesOf = memoizePerOwner(createVisitServices);
