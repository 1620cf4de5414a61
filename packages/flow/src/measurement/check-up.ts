// SPDX-License-Identifier: Apache-2.0
/** Finds what would improve the picture before filming, and whether filming has to wait for it. */
import type { CheckLevel, CheckUpAspect } from '@perfuse/contract/configuration/measurement';
import type { ConstraintReason } from '@perfuse/contract/failures/catalogue';
import type { PictureReading } from '@perfuse/contract/face-reading';
import type { FaceReading } from './ports.ts';

export type CheckUpReason = Extract<
  ConstraintReason,
  'too-dark' | 'too-bright' | 'backlit' | 'uneven' | 'blurred' | 'low-frame-rate' | 'moving'
>;

/** Whether each aspect is ignored, reported, or has to be right before filming starts. */
export type CheckUpLevels = Readonly<Record<CheckUpAspect, CheckLevel>>;

export const DEFAULT_CHECK_UP: CheckUpLevels = {
  brightness: 'warn',
  backLight: 'warn',
  evenness: 'warn',
  sharpness: 'warn',
  frameRate: 'warn',
  // As specified: the start waits for a still head.
  movement: 'block',
};

/** The observations that are checked. */
interface Observations {
  /** Smoothed mean luma of the skin, 0..255. */
  readonly skin: number;
  /** Smoothed displacement of the face, eye-corner widths per reading. */
  readonly speed: number;
  /** Smoothed; null until the camera's rate is known. */
  readonly framesPerS: number | null;
  /** Null until the whole picture was analysed. */
  readonly picture: PictureReading | null;
}

export interface CheckUp extends Observations {
  readonly last: FaceReading | null;
  /** The single thing to change among reported aspects; null when nothing is wrong. */
  readonly advice: CheckUpReason | null;
  /** A finding that differs from `advice`, and its number of consecutive readings. */
  readonly candidate: { readonly reason: CheckUpReason | null; readonly readings: number };
  /** The single thing to change among aspects that filming waits for. */
  readonly obstacle: CheckUpReason | null;
  /** Whether the picture is dark, even if that is not reported. */
  readonly isDark: boolean;
}

export const UNCHECKED: CheckUp = {
  skin: 0,
  speed: 0,
  framesPerS: null,
  picture: null,
  last: null,
  advice: null,
  candidate: { reason: null, readings: 0 },
  obstacle: null,
  isDark: false,
};

/** Weight of the newest frame in the skin's luma: about a second at 15 tracked frames a second. */
const LUMA_WEIGHT = 0.07;
const SPEED_WEIGHT = 0.25;
/** Weight of the newest frame rate; the camera reports one per second. */
const RATE_WEIGHT = 0.4;
/** Consecutive readings, about half a second, before a finding becomes advice. */
export const STEADY_ADVICE = 8;

/**
 * Thresholds of the six aspects. Whether a picture is dark depends on its exposure, and dark skin does not make a dark
 * picture: it is dark only where bright areas are dark too (the background, and highlights on the face, since the
 * surface reflects light before it meets any pigment), or where noise or longer exposures show that the camera has too
 * little light. For the same reason a face darker than a wall is not yet backlit: the wall has to be overexposed, or
 * brighter than the highlights on the darkest skin in the same light.
 */
const THRESHOLDS = {
  /** A picture is dark when the brighter of both is below this level. */
  darkLevel: 80,
  /** Standard deviation of a pixel's noise, levels: the camera's gain is at its maximum. */
  darkNoise: 7,
  /** A camera slower than this, in a picture no brighter than `darkRateLevel`, exposes longer than a frame lasts. */
  darkFramesPerS: 20,
  darkRateLevel: 130,
  /** Mean luma of skin near the top of the range, and the peak of red, which is clipped first. */
  brightSkin: 225,
  brightRed: 265,
  /** Share of the background that is overexposed, while nothing on the face is brighter than `exposedFace`. */
  overexposed: 0.15,
  exposedFace: 140,
  /** Levels between the background and the highlights on the face. */
  backLight: 140,
  /** Exposure steps (a doubling each) between the cheeks. */
  evenness: 1.6,
  /** px */
  edgeWidth: 12,
  framesPerS: 18,
  /** Eye-corner widths per reading. */
  speed: 0.12,
};

/** Approximate exponent of a display's and a camera's transfer curve. */
const GAMMA = 2.2;
/** Levels added to both cheeks, so that noise in the shadows makes no difference. */
const SHADOW = 8;

function darkness({ picture, framesPerS }: Observations): number {
  if (picture === null) return 0;
  const level = Math.max(picture.faceHighlights, picture.background ?? 0);
  const isSlow = framesPerS !== null && level < THRESHOLDS.darkRateLevel;
  return Math.max(
    THRESHOLDS.darkLevel / Math.max(1, level),
    picture.noise / THRESHOLDS.darkNoise,
    isSlow ? THRESHOLDS.darkFramesPerS / framesPerS : 0,
  );
}

function backLight({ picture }: Observations): number {
  if (picture === null) return 0;
  const { faceHighlights, background, overexposed } = picture;
  const gap = background === null ? 0 : background - faceHighlights;
  const isFaceExposed = faceHighlights >= THRESHOLDS.exposedFace;
  return Math.max(
    gap / THRESHOLDS.backLight,
    isFaceExposed ? 0 : overexposed / THRESHOLDS.overexposed,
  );
}

function unevenness({ picture }: Observations): number {
  if (picture === null) return 0;
  const { leftCheek, rightCheek } = picture;
  const steps = GAMMA * Math.log2((leftCheek + SHADOW) / (rightCheek + SHADOW));
  return Math.abs(steps) / THRESHOLDS.evenness;
}

interface Check {
  readonly reason: CheckUpReason;
  readonly aspect: CheckUpAspect;
  /** Wrong from 1 on; higher is worse. */
  readonly severity: (observed: Observations) => number;
  /** A finding ends below this severity (hysteresis against flicker). */
  readonly leave: number;
}

const CHECKS: readonly Check[] = [
  { reason: 'too-dark', aspect: 'brightness', severity: darkness, leave: 0.85 },
  {
    reason: 'too-bright',
    aspect: 'brightness',
    severity: ({ skin, picture }) =>
      Math.max(skin / THRESHOLDS.brightSkin, (picture?.redPeak ?? 0) / THRESHOLDS.brightRed),
    leave: 0.95,
  },
  { reason: 'backlit', aspect: 'backLight', severity: backLight, leave: 0.8 },
  { reason: 'uneven', aspect: 'evenness', severity: unevenness, leave: 0.8 },
  {
    reason: 'blurred',
    aspect: 'sharpness',
    severity: ({ picture }) => (picture?.edgeWidth ?? 0) / THRESHOLDS.edgeWidth,
    leave: 0.95,
  },
  {
    reason: 'low-frame-rate',
    aspect: 'frameRate',
    severity: ({ framesPerS }) => (framesPerS === null ? 0 : THRESHOLDS.framesPerS / framesPerS),
    leave: 0.9,
  },
  {
    reason: 'moving',
    aspect: 'movement',
    severity: ({ speed }) => speed / THRESHOLDS.speed,
    leave: 2 / 3,
  },
];

/** Current advice stays until something else is worse by this factor. */
const SWITCH_FACTOR = 1.3;

/** The worst finding among the aspects at this level. */
function worst(
  observed: Observations,
  levels: CheckUpLevels,
  level: CheckLevel,
  current: CheckUpReason | null,
): CheckUpReason | null {
  const wrong = CHECKS.filter(({ aspect }) => levels[aspect] === level)
    .map(({ reason, severity, leave }) => {
      const isCurrent = reason === current;
      const found = severity(observed);
      if (found < (isCurrent ? leave : 1)) return { reason, weight: 0 };
      return { reason, weight: isCurrent ? found * SWITCH_FACTOR : found };
    })
    .filter(({ weight }) => weight > 0);
  const [first] = wrong.sort((a, b) => b.weight - a.weight);
  return first?.reason ?? null;
}

function speedAfter({ last, speed }: CheckUp, face: FaceReading): number {
  if (last?.found !== true) return 0;
  const distance = Math.hypot(face.centreX - last.centreX, face.centreY - last.centreY);
  const zoom = Math.abs(face.width - last.width);
  const displacement = (distance + zoom) / Math.max(face.width, 1e-3);
  return speed + SPEED_WEIGHT * (displacement - speed);
}

const smoothed = (before: number, now: number, weight: number): number =>
  before + weight * (now - before);

/** Updates the state with one tracked frame. Call it for every frame, in order. */
export function checkUpAfter(before: CheckUp, face: FaceReading, levels: CheckUpLevels): CheckUp {
  if (!face.found) return { ...before, last: face, speed: 0 };
  const isFirst = before.picture === null;
  const observed: Observations = {
    skin: isFirst ? face.luma : smoothed(before.skin, face.luma, LUMA_WEIGHT),
    speed: speedAfter(before, face),
    framesPerS: before.framesPerS,
    picture: face.picture ?? before.picture,
  };
  const found = worst(observed, levels, 'warn', before.advice);
  const readings = before.candidate.reason === found ? before.candidate.readings + 1 : 1;
  return {
    ...observed,
    last: face,
    advice: readings >= STEADY_ADVICE ? found : before.advice,
    candidate: { reason: found, readings },
    obstacle: worst(observed, levels, 'block', before.obstacle),
    isDark: darkness(observed) >= 1,
  };
}

/** Updates the state with the camera's frame rate, which is reported about once a second. */
export function checkUpWithRate(before: CheckUp, framesPerS: number): CheckUp {
  if (framesPerS <= 0) return before;
  const { framesPerS: known } = before;
  return {
    ...before,
    framesPerS: known === null ? framesPerS : smoothed(known, framesPerS, RATE_WEIGHT),
  };
}
