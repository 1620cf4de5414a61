// SPDX-License-Identifier: Apache-2.0
import { callbackOutcome, type EventLog, type MeasurementContext } from '@perfuse/flow';
import type { VisitStore } from '../../app/launch/visit.ts';
import { callbackAddress, type ErrorQuery } from '../../platform/callback/callback-address.ts';

export interface CallbackParts {
  readonly visit: VisitStore;
  readonly events: EventLog;
  /** Leaves the app for good. */
  readonly goTo: (address: string) => void;
}

/** The way back to the integrator who sent the person here, when there is one. */
export interface Callback {
  /** Whether this end waits for the person to press a button before the browser leaves. */
  readonly waitsFor: (ended: MeasurementContext) => boolean;
  /** Whether the browser leaves at once with this end. */
  readonly leavesAfter: (ended: MeasurementContext) => boolean;
  /** Leaves at once where this end is one to leave at. @returns whether it does. */
  readonly leaveAfter: (ended: MeasurementContext) => boolean;
  /** Leaves with this end: the button. */
  readonly leaveWith: (ended: MeasurementContext) => void;
}

export function createCallback({ visit, events, goTo }: CallbackParts): Callback {
  const leaveTo = (callback: string, query: Omit<ErrorQuery, 'sessionId'>): void => {
    const { sessionId } = visit.getState();
    const address = callbackAddress(callback, { ...query, sessionId });
    events.tell('REDIRECTING_TO_CALLBACK', { error: query.error });
    events.flush();
    goTo(address);
  };
  const wayOut = (ended: MeasurementContext, byButton: boolean) => {
    const callback = visit.getState().resultsCallbackUrl;
    const outcome = callbackOutcome(ended);
    if (callback === null || outcome?.byButton !== byButton) return null;
    return { callback, outcome };
  };
  const leave = (ended: MeasurementContext, byButton: boolean): boolean => {
    const way = wayOut(ended, byButton);
    if (way === null) return false;
    const { callback, outcome } = way;
    leaveTo(callback, { error: outcome.error, details: outcome.details });
    return true;
  };
  return {
    waitsFor: (ended) => wayOut(ended, true) !== null,
    leavesAfter: (ended) => wayOut(ended, false) !== null,
    leaveAfter: (ended) => leave(ended, false),
    leaveWith: (ended) => void leave(ended, true),
  };
}
