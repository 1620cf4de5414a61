// SPDX-License-Identifier: Apache-2.0
import { CALLBACK_ERRORS } from '@perfuse/contract/failures/callback-errors';
import { callbackResults, type CallbackResults } from '@perfuse/contract/launch/results';
import {
  averageStars,
  callbackOutcome,
  errorDetails,
  type MeasurementContext,
} from '@perfuse/flow';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { leaveToCallback } from '../../../launch/leave-to-callback.ts';
import { isCallbackMode } from '../../../launch/visit.ts';
import type { CallbackOutcome } from '../../../platform/callback/callback-address.ts';
import type { VisitCallbackDeps } from './callback-deps.ts';

/**
 * In every phase after `none` the visit is over here, and nothing else can be reported. `leaving`: with an error;
 * `sending`: results are being sent to the integrator; `retrying`: a request got no answer at first.
 */
export type DeliveryPhase = 'none' | 'leaving' | 'sending' | 'retrying';

/** The return to the integrator who launched the app, if there is one. */
export interface Callback {
  /** Whether results and errors go to an integrator instead of the person. */
  readonly isOn: () => boolean;
  /** Whether this end waits for the person to press a button before the browser leaves. */
  readonly waitsFor: (ended: MeasurementContext) => boolean;
  /** Leaves at once if this end calls for it. @returns whether it does. */
  readonly leaveAfter: (ended: MeasurementContext) => boolean;
  /** Leaves with this end, on a button press. */
  readonly leaveWith: (ended: MeasurementContext) => void;
  /** Leaves without a result: the person does not want to measure, or to continue. */
  readonly giveUp: () => void;
  /** Delivers the results of a finished measurement and leaves with them. */
  readonly deliver: (
    ended: MeasurementContext,
    analysedOn: CallbackResults['analysedOn'],
  ) => Promise<void>;
  /**
   * Outside callback mode: delivers the results of a measurement that the service analysed to the page around the app's
   * frame, in the same way; does nothing without such a page. Never rejects.
   */
  readonly showPageAround: (ended: MeasurementContext) => Promise<void>;
  readonly delivery: StoreApi<DeliveryPhase>;
}

/** Undelivered results end with an error of the current time. */
const withDetails = (outcome: CallbackOutcome, ended: MeasurementContext): CallbackOutcome =>
  'error' in outcome
    ? { ...outcome, details: errorDetails({ ...ended, endedAtMs: ended.ports.now() }) }
    : outcome;

export function createCallback(parts: VisitCallbackDeps): Callback {
  const delivery = createStore<DeliveryPhase>()(() => 'none');
  const isOn = (): boolean => isCallbackMode(parts.visit.getState());
  const wayOut = (ended: MeasurementContext, byButton: boolean) => {
    const outcome = callbackOutcome(ended);
    if (!isOn()) return null;
    return outcome?.byButton === byButton ? outcome : null;
  };
  /** The last attempt of this visit known to the service: the tokens expire with it. */
  let made: MeasurementContext | null = null;
  const leave = (outcome: CallbackOutcome): boolean => {
    if (!isOn() || delivery.getState() !== 'none') return false;
    // Revoking the tokens takes time, and so may the navigation.
    delivery.setState('leaving', true);
    const go = (): boolean => leaveToCallback(parts, outcome);
    const expiry = made === null ? null : parts.expire();
    if (expiry === null) return go();
    void expiry.then(go);
    return true;
  };
  const leaveBy = (ended: MeasurementContext, byButton: boolean): boolean => {
    if (ended.measurementId !== null) made = ended;
    const outcome = wayOut(ended, byButton);
    if (outcome === null) return false;
    const { error, details } = outcome;
    return leave({ error, details });
  };
  const resultsOf = (
    ended: MeasurementContext,
    analysedOn: CallbackResults['analysedOn'],
  ): object =>
    callbackResults(
      ended.measurementId ?? '',
      ended.reading?.channels ?? {},
      averageStars(ended),
      analysedOn,
    );
  return {
    isOn,
    delivery,
    waitsFor: (ended) => wayOut(ended, true) !== null,
    leaveAfter: (ended) => leaveBy(ended, false),
    leaveWith: (ended) => void leaveBy(ended, true),
    giveUp: () => {
      const details = made === null ? {} : { details: errorDetails(made) };
      void leave({ error: 'MEASUREMENT_CANCELED', ...details });
    },
    deliver: async (ended, analysedOn) => {
      delivery.setState('sending', true);
      const onRetry = (): void => delivery.setState('retrying', true);
      const outcome = withDetails(
        await parts.deliver(resultsOf(ended, analysedOn), onRetry),
        ended,
      );
      await parts.expire();
      leaveToCallback(parts, outcome);
    },
    showPageAround: async (ended) => {
      const { sessionId } = parts.visit.getState();
      if (sessionId === null || !parts.embed.isHeard()) return;
      const outcome = await parts.deliver(resultsOf(ended, 'service'), () => undefined);
      if ('error' in outcome) {
        const error = CALLBACK_ERRORS.find((code) => code === outcome.error) ?? 'UNKNOWN_ERROR';
        parts.embed.tell({ type: 'measurement-failed', error });
      } else parts.embed.tell({ type: 'result', callback: { ...outcome, sessionId } });
    },
  };
}
