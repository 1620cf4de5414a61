// SPDX-License-Identifier: Apache-2.0
import type { EventLog } from '@perfuse/flow';
import { callbackAddress, type CallbackOutcome } from '../platform/callback/callback-address.ts';
import type { VisitStore } from './visit.ts';

export interface CallbackDeps {
  readonly visit: VisitStore;
  readonly events: EventLog;
  /** Leaves the app for good. */
  readonly goTo: (address: string) => void;
}

/** Without its content: an event must not carry results. */
const eventPayloadOf = (
  outcome: CallbackOutcome,
): { readonly error: string } | { readonly carries: string } =>
  'error' in outcome
    ? { error: outcome.error }
    : { carries: 'dataId' in outcome ? 'dataId' : 'results' };

/** Sends the browser back to the integrator. @returns whether there was an address to go to. */
export function leaveToCallback(
  { visit, events, goTo }: CallbackDeps,
  outcome: CallbackOutcome,
): boolean {
  const { resultsCallbackUrl, sessionId } = visit.getState();
  if (resultsCallbackUrl === null || sessionId === null) return false;
  const address = callbackAddress(resultsCallbackUrl, outcome, sessionId);
  events.tell('REDIRECTING_TO_CALLBACK', eventPayloadOf(outcome));
  events.flush();
  goTo(address);
  return true;
}
