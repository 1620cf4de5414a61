// SPDX-License-Identifier: Apache-2.0
import { callbackOutcome, type MeasurementContext } from '@perfuse/flow';
import { leaveToCallback, type CallbackParts } from '../../app/launch/leave-to-callback.ts';

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

export function createCallback(parts: CallbackParts): Callback {
  const wayOut = (ended: MeasurementContext, byButton: boolean) => {
    const outcome = callbackOutcome(ended);
    if (parts.visit.getState().resultsCallbackUrl === null) return null;
    return outcome?.byButton === byButton ? outcome : null;
  };
  const leave = (ended: MeasurementContext, byButton: boolean): boolean => {
    const outcome = wayOut(ended, byButton);
    if (outcome === null) return false;
    const { error, details } = outcome;
    return leaveToCallback(parts, { error }, details);
  };
  return {
    waitsFor: (ended) => wayOut(ended, true) !== null,
    leavesAfter: (ended) => wayOut(ended, false) !== null,
    leaveAfter: (ended) => leave(ended, false),
    leaveWith: (ended) => void leave(ended, true),
  };
}
