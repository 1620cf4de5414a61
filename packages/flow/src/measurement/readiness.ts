// SPDX-License-Identifier: Apache-2.0
import type { ConstraintReason } from '@perfuse/contract/failures/catalogue';
import { MEASUREMENT } from '@perfuse/contract/limits';
import type { CheckUpReason } from './check-up.ts';
import type { FaceReading } from './ports.ts';

/** Obstacles to starting a measurement: the person is shown one at a time. */
export type ReadinessReason = ConstraintReason;

/** Rules that apply; a face is always required. */
export interface Constraints {
  /** Size and place of the face in the picture. */
  readonly distance: boolean;
  /** The face looks at the camera. */
  readonly direction: boolean;
}
export const ALL_CONSTRAINTS: Constraints = {
  distance: true,
  direction: true,
};

/** A rule is broken above `enter` and kept again below `leave`, so that it does not flicker at its threshold. */
interface Rule {
  readonly reason: Exclude<ReadinessReason, 'no-face'>;
  readonly constraint: keyof Constraints;
  readonly enter: number;
  readonly leave: number;
  /** The quantity that must stay below the threshold. */
  readonly excess: (face: FaceReading) => number;
}

/** Eye-corner distance over the shorter side of the picture: the same on an upright phone and a laptop. */
const relativeWidth = (face: FaceReading): number => face.width / Math.min(1, face.aspect);
/** Distance of the face's centre from the middle, as a share of that side of the picture, 0..0.5. */
const offset = (face: FaceReading): number =>
  Math.max(Math.abs(face.centreX - 0.5), Math.abs(face.centreY / face.aspect - 0.5));
/** Approximately half of a face's height and breadth, in eye-corner distances. */
const HALF_HEIGHT = 0.7;
const HALF_BREADTH = 0.6;
/**
 * How far the face extends beyond the picture's edge, in eye-corner distances; negative while it is completely inside.
 */
function cutOff({ centreX, centreY, width, aspect }: FaceReading): number {
  const [halfHeight, halfBreadth] = [HALF_HEIGHT * width, HALF_BREADTH * width];
  const beyond = Math.max(
    halfHeight - centreY,
    centreY + halfHeight - aspect,
    halfBreadth - centreX,
    centreX + halfBreadth - 1,
  );
  return beyond / Math.max(width, 1e-3);
}
/** The worse of both; a sixth of an eye-corner distance cut off weighs like a quarter off the middle. */
const offCentre = (face: FaceReading): number => Math.max(offset(face), cutOff(face) + 0.1);

/**
 * Thresholds are wide on purpose: they require what the analysis needs (65 pixels between the eye corners at 640 x 480,
 * which is a face at some 90 cm from a usual camera and a third of the guide; cheeks in view; a head that is still
 * enough to track), not a passport photograph.
 */
const RULES: readonly Rule[] = [
  {
    reason: 'too-far',
    constraint: 'distance',
    enter: -0.135,
    leave: -0.15,
    excess: (face) => -relativeWidth(face),
  },
  {
    reason: 'too-near',
    constraint: 'distance',
    enter: 0.6,
    leave: 0.55,
    excess: relativeWidth,
  },
  { reason: 'off-centre', constraint: 'distance', enter: 0.25, leave: 0.21, excess: offCentre },
  {
    reason: 'turned',
    constraint: 'direction',
    enter: 32,
    leave: 26,
    excess: (face) => Math.max(Math.abs(face.yaw), Math.abs(face.pitch), Math.abs(face.roll)),
  },
];

/** A new finding must hold for this many tracked frames, about a quarter of a second, before it counts. */
export const STEADY_READINGS = 4;

export interface Readiness {
  /** The reason shown to the person; null when nothing is wrong. */
  readonly reason: ReadinessReason | null;
  /** Whether nothing is wrong and a face has been present for long enough. */
  readonly ready: boolean;
  /** A finding that differs from `reason`, and its number of consecutive readings. */
  readonly candidate: { readonly reason: ReadinessReason | null; readonly readings: number };
  readonly last: FaceReading | null;
}

export const NOT_READY: Readiness = {
  reason: 'no-face',
  ready: false,
  candidate: { reason: 'no-face', readings: 0 },
  last: null,
};

function finding(
  state: Readiness,
  face: FaceReading,
  constraints: Constraints,
  obstacle: CheckUpReason | null,
): ReadinessReason | null {
  if (!face.found) return 'no-face';
  const broken = RULES.find((rule) => {
    if (!constraints[rule.constraint]) return false;
    const border = state.reason === rule.reason ? rule.leave : rule.enter;
    return rule.excess(face) > border;
  });
  return broken?.reason ?? obstacle;
}

/**
 * Updates the state with one tracked frame. Call it for every frame, in order.
 * @param obstacle what the check-up requires to change before filming.
 */
export function readinessAfter(
  state: Readiness,
  face: FaceReading,
  constraints: Constraints,
  obstacle: CheckUpReason | null = null,
): Readiness {
  const found = finding(state, face, constraints, obstacle);
  const readings = state.candidate.reason === found ? state.candidate.readings + 1 : 1;
  const reason = readings >= STEADY_READINGS ? found : state.reason;
  return {
    reason,
    // A single lost frame resets the count but not the readiness.
    ready: reason === null && (state.ready || face.facesSeen >= MEASUREMENT.minimumFaceFrames),
    candidate: { reason: found, readings },
    last: face,
  };
}
