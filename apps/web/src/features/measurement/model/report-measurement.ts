// SPDX-License-Identifier: Apache-2.0
import {
  eventsBetween,
  OVER_PHASES,
  phaseOf,
  RUNNING_PHASES,
  type MeasurementSnapshot,
  type Moment,
} from '@perfuse/flow';
import { EMBED } from '../../../launch/embedding.ts';
import type { Services } from '../../../services/services.ts';
import { visitServicesOf } from '../../../services/visit-services.ts';
import type { VisitCallbackDeps } from '../callback/callback-deps.ts';
import type { Callback } from '../callback/callback.ts';
import { embedMessagesBetween } from '../callback/embed-messages.ts';
import type { Filming } from './filming.ts';
import { outcomeOf } from './outcome.ts';

export interface ReportDeps extends Pick<Filming, 'actor' | 'camera'> {
  readonly services: Services;
  readonly callback: Callback;
  readonly expire: VisitCallbackDeps['expire'];
  /** Whether the sample is measured: then no value is a person's, and nothing is reported. */
  readonly isSample: () => boolean;
  readonly wasOnDevice: () => boolean;
}

const momentOf = (snapshot: MeasurementSnapshot): Moment => ({
  phase: phaseOf(snapshot),
  context: snapshot.context,
});

/**
 * Ends the measurement when the page unloads. @returns whether it is unloading, as in a reload: then it cannot navigate
 * elsewhere; a person who returns to it measures again.
 */
function endWithPage(actor: Filming['actor']): () => boolean {
  let isUnloading = false;
  const onPageHide = (): void => {
    isUnloading = true;
    actor.send({ type: 'TAB_HIDDEN' });
  };
  // Captured, to run before the page's events are sent for the last time.
  window.addEventListener('pagehide', onPageHide, true);
  window.addEventListener('pageshow', () => {
    isUnloading = false;
  });
  return () => isUnloading;
}

/** Hands over an end: to the integrator, or to the results screen and the page around the app. */
function handOver(deps: ReportDeps, snapshot: MeasurementSnapshot, isUnloading: boolean): void {
  const { context } = snapshot;
  const phase = phaseOf(snapshot);
  const { services, camera, callback, expire, isSample, wasOnDevice } = deps;
  if (callback.isOn() && !isSample()) {
    // The results are the integrator's: nothing of them is stored in this browser.
    if (phase === 'done') {
      void callback.deliver(context, wasOnDevice() ? 'device' : 'service');
    } else if (!isUnloading) callback.leaveAfter(context);
    return;
  }
  // A measurement that the person stopped is not a result, and replaces none.
  if (context.failure !== 'CANCELED') {
    services.session.getState().finishMeasurement({
      ...outcomeOf(context, Date.now()),
      ...(camera.plays() !== null && { fromRecording: true }),
      ...(isSample() && { isSample: true }),
      ...(wasOnDevice() && { analysedOn: 'device' }),
    });
  }
  if (phase !== 'done') return;
  // Results analysed on this device stay on it.
  const shown = wasOnDevice() ? Promise.resolve() : callback.showPageAround(context);
  void shown.then(expire);
}

/** Reports the measurement's events, its ends, and what the page around the app is told. Call it before it starts. */
export function reportMeasurement(deps: ReportDeps): void {
  const { services, actor, callback, isSample, wasOnDevice } = deps;
  const { events } = visitServicesOf(services);
  const isUnloading = endWithPage(actor);
  let before = momentOf(actor.getSnapshot());
  actor.subscribe((snapshot) => {
    const earlier = before;
    const after = momentOf(snapshot);
    before = after;
    const isRunning =
      RUNNING_PHASES.includes(earlier.phase) || RUNNING_PHASES.includes(after.phase);
    // Events of an attempt on this device stay on it, even if another tab changes the choice in the meantime.
    if (!isSample() && !(isRunning && wasOnDevice())) {
      for (const { event, payload } of eventsBetween(earlier, after)) events.tell(event, payload);
    }
    if (after.phase !== earlier.phase && OVER_PHASES.includes(after.phase)) {
      handOver(deps, snapshot, isUnloading());
    }
    // An end that goes to the callback is reported once, with its address.
    if (isSample() || callback.delivery.getState() === 'leaving') return;
    for (const news of embedMessagesBetween(earlier, after)) EMBED.tell(news);
  });
}
