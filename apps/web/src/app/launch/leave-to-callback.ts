// SPDX-License-Identifier: Apache-2.0
import type { EventLog } from '@perfuse/flow';
import { callbackAddress, type ErrorQuery } from '../../platform/callback/callback-address.ts';
import type { VisitStore } from './visit.ts';

export interface CallbackParts {
  readonly visit: VisitStore;
  readonly events: EventLog;
  /** Leaves the app for good. */
  readonly goTo: (address: string) => void;
}

/** Sends the browser back to the integrator with an error. @returns whether there was an address to go to. */
export function leaveToCallback(
  { visit, events, goTo }: CallbackParts,
  query: Omit<ErrorQuery, 'sessionId'>,
): boolean {
  const { resultsCallbackUrl, sessionId } = visit.getState();
  if (resultsCallbackUrl === null) return false;
  const address = callbackAddress(resultsCallbackUrl, { ...query, sessionId });
  events.tell('REDIRECTING_TO_CALLBACK', { error: query.error });
  events.flush();
  goTo(address);
  return true;
}
