// SPDX-License-Identifier: Apache-2.0
import type { EventLog } from '@perfuse/flow';
import { callbackAddress, type CallbackOutcome } from '../platform/callback/callback-address.ts';
import type { VisitStore } from './visit.ts';

interface LeavingDeps {
  readonly events: EventLog;
  /** Leaves the app permanently. */
  readonly goTo: (address: string) => void;
}

export interface CallbackDeps extends LeavingDeps {
  readonly visit: VisitStore;
}

/** The integrator's callback and its visit. */
interface WayBack {
  /** Checked by the server. */
  readonly resultsCallbackUrl: string;
  readonly sessionId: string;
}

/** Omits the outcome's content: an event must not carry results. */
const eventPayloadOf = (
  outcome: CallbackOutcome,
): { readonly error: string } | { readonly carries: string } =>
  'error' in outcome
    ? { error: outcome.error }
    : { carries: 'dataId' in outcome ? 'dataId' : 'results' };

/** Sends the browser to the integrator's callback and reports it to the events webhook. */
export function goToCallback(
  { events, goTo }: LeavingDeps,
  { resultsCallbackUrl, sessionId }: WayBack,
  outcome: CallbackOutcome,
): void {
  const address = callbackAddress(resultsCallbackUrl, outcome, sessionId);
  events.tell('REDIRECTING_TO_CALLBACK', eventPayloadOf(outcome));
  events.flush();
  goTo(address);
}

/** Sends the browser back to the integrator of the visit. @returns whether there was an address to go to. */
export function leaveToCallback(
  { visit, ...leaving }: CallbackDeps,
  outcome: CallbackOutcome,
): boolean {
  const { resultsCallbackUrl, sessionId } = visit.getState();
  if (resultsCallbackUrl === null || sessionId === null) return false;
  goToCallback(leaving, { resultsCallbackUrl, sessionId }, outcome);
  return true;
}
