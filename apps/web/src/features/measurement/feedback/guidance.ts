// SPDX-License-Identifier: Apache-2.0
import { MEASUREMENT } from '@perfuse/contract/limits';
import { phaseOf, type MeasurementSnapshot, type Phase, type ReadinessReason } from '@perfuse/flow';

/** Keys of the texts below `guidance`. */
export type GuidanceKey =
  | 'light'
  | 'allow'
  | 'loading'
  | 'holdStill'
  | 'ready'
  | 'breathe'
  | 'offline'
  | 'analysing'
  | 'waiting'
  | 'canceled'
  | 'frame'
  | 'none';

/** What the ring's colour shows: whether the person or the app has to act. */
export type Tone = 'rest' | 'search' | 'adjust' | 'good' | 'busy';

/** The single sentence that helps most at the moment. */
export function guidanceOf(snapshot: MeasurementSnapshot): GuidanceKey {
  const { context } = snapshot;
  const { readiness } = context;
  switch (phaseOf(snapshot)) {
    case 'idle':
      return 'light';
    case 'starting':
      return 'allow';
    case 'preparing':
      if (readiness.last === null) return 'loading';
      return readiness.reason === null ? 'holdStill' : 'frame';
    case 'ready':
      return 'ready';
    case 'measuring':
      if (!context.online) return 'offline';
      return 'breathe';
    case 'analysing':
      if (!context.online) return 'offline';
      return context.answered.length < MEASUREMENT.progressChunks ? 'analysing' : 'waiting';
    case 'done':
      return 'waiting';
    case 'cancelled':
      return context.failure === 'CANCELED' ? 'canceled' : 'none';
    case 'failed':
      return 'none';
  }
}

const FACE_CHECK_PHASES: readonly Phase[] = ['preparing', 'ready', 'measuring'];

/** Reasons shown briefly on the picture, which the person uses to position themselves. */
const OF_PLACE: readonly ReadinessReason[] = [
  'no-face',
  'too-far',
  'too-near',
  'off-centre',
  'turned',
  'moving',
];

/** What the person must change, shown on the picture; null when nothing is wrong, or {@link adviceOf} reports it. */
export function warningOf(snapshot: MeasurementSnapshot): ReadinessReason | null {
  const { reason, last } = snapshot.context.readiness;
  const phase = phaseOf(snapshot);
  // Nothing has been seen yet, which is not the person's fault.
  if (reason === null || last === null || !FACE_CHECK_PHASES.includes(phase)) return null;
  return phase === 'measuring' || OF_PLACE.includes(reason) ? reason : null;
}

/** What must, or should, improve in the picture before filming; shown below the text, because it needs more words. */
export function adviceOf(snapshot: MeasurementSnapshot): ReadinessReason | null {
  const phase = phaseOf(snapshot);
  const { checkUp, readiness } = snapshot.context;
  const { reason } = readiness;
  if (phase !== 'preparing' && phase !== 'ready') return null;
  if (reason === null) return checkUp.advice;
  return OF_PLACE.includes(reason) ? null : reason;
}

/** As the person in front of the camera sees it. */
export type Way = 'left' | 'right' | 'up' | 'down';

/** Sideways comes first beyond this share of the picture's width off the middle, so that the way does not alternate. */
const ASIDE = 0.15;

/** Where the face must go to be in the middle: people who do not see the picture cannot tell. */
export function wayToCentre(snapshot: MeasurementSnapshot): Way | null {
  const { last } = snapshot.context.readiness;
  if (warningOf(snapshot) !== 'off-centre' || last?.found !== true) return null;
  const aside = last.centreX - 0.5;
  // The camera's picture is not mirrored: its right is the person's left.
  if (Math.abs(aside) > ASIDE) return aside > 0 ? 'right' : 'left';
  return last.centreY / last.aspect > 0.5 ? 'up' : 'down';
}

export function toneOf(snapshot: MeasurementSnapshot): Tone {
  const { reason, last } = snapshot.context.readiness;
  switch (phaseOf(snapshot)) {
    case 'idle':
    case 'cancelled':
    case 'failed':
      return 'rest';
    case 'starting':
    case 'analysing':
    case 'done':
      return 'busy';
    case 'preparing':
      if (last === null) return 'busy';
      return reason === null || reason === 'no-face' ? 'search' : 'adjust';
    case 'ready':
      return 'good';
    case 'measuring':
      return reason === null ? 'good' : 'adjust';
  }
}

/** How much of the ring is drawn, 0..1: the progress of filming, then of the analysis. */
export function progressOf(snapshot: MeasurementSnapshot, totalS: number): number {
  const { secondsLeft, answered } = snapshot.context;
  switch (phaseOf(snapshot)) {
    case 'measuring':
      // One second ahead, because the ring takes a second to get there.
      return Math.min(1, (totalS - secondsLeft + 1) / totalS);
    case 'analysing':
    case 'done':
      return Math.min(1, answered.length / MEASUREMENT.progressChunks);
    case 'idle':
    case 'starting':
    case 'preparing':
    case 'ready':
    case 'cancelled':
    case 'failed':
      return 0;
  }
}
