// SPDX-License-Identifier: Apache-2.0
/** How a camera's exposure is brought to where the face is measured best. Pure. */
import type {
  ControlRange,
  ImageCapabilities,
  ImageControls,
  ImageSettings,
} from './image-controls.ts';

/** How the face is exposed at the moment. */
export interface FaceExposure {
  /** Mean luma of the skin, 0..255. */
  readonly luma: number;
  /** Peak of red and of what shines on the face, 0..255 and beyond; null until there was a look at the picture. */
  readonly peak: number | null;
  /** Null until it is known. */
  readonly framesPerS: number | null;
}

/**
 * The more light the less noise, up to where something is cut off: red is first. A face between the borders is left as
 * the camera's own automatic has it. Dark skin may stay below: the peaks on it, which no pigment dims, say when it is
 * enough.
 */
const LUMA = { low: 85, target: 115, high: 170 };
const PEAK = { target: 225, high: 245 };
/** Largest and smallest change at once, exposure steps (a doubling each). */
const STEP = { most: 1, least: 0.15 };
/** A camera's own automatic is moved by no more than this to either side. */
const MOST_COMPENSATION = 2;
/** Of levels to light, roughly. */
const GAMMA = 2.2;
/** Exposure times are told in units of 0.1 ms. */
const UNITS_PER_S = 10_000;
/** The part of a frame's time that may be exposed: the rest is needed for reading the sensor. */
const EXPOSED_SHARE = 0.95;
/** Below this share of the wanted rate a camera is slow. */
const SLOW = 0.8;

/** Exposure steps from one level of the picture to another, 0..255; below 0 where it is darker. */
export const exposureSteps = (from: number, to: number): number =>
  GAMMA * Math.log2(Math.max(1, to) / Math.max(1, from));
const clamp = (value: number, min: number, max: number): number =>
  Math.min(max, Math.max(min, value));

function snapped(value: number, { min, max, step = 0 }: ControlRange): number {
  const inside = clamp(value, min, max);
  return step > 0 ? clamp(min + Math.round((inside - min) / step) * step, min, max) : inside;
}

/** Exposure steps by which the face should become brighter (or darker, below 0); 0: it is well exposed. */
export function wantedChange({ luma, peak }: FaceExposure): number {
  const headroom = peak === null ? 0 : exposureSteps(peak, PEAK.target);
  if (peak !== null && peak > PEAK.high) return clamp(headroom, -STEP.most, -STEP.least);
  if (luma >= LUMA.low && luma <= LUMA.high) return 0;
  const change = clamp(Math.min(exposureSteps(luma, LUMA.target), headroom), -STEP.most, STEP.most);
  return Math.abs(change) < STEP.least ? 0 : change;
}

/** The longest exposure at which frames come as fast as wanted, units of 0.1 ms. */
const longestTime = (wantedFramesPerS: number): number =>
  (UNITS_PER_S / wantedFramesPerS) * EXPOSED_SHARE;

const canSetTime = ({ exposureMode, exposureTime }: ImageCapabilities): boolean =>
  exposureTime !== undefined && exposureMode?.includes('manual') === true;

/** Exposes no longer than a frame lasts, and lets the sensor's gain make up for it where that can be set. */
function shorter(
  can: ImageCapabilities,
  now: ImageSettings,
  wantedFramesPerS: number,
): ImageControls | null {
  const longest = longestTime(wantedFramesPerS);
  const { exposureTime: time, exposureCompensation: compensation = 0 } = now;
  if (time !== undefined && time <= longest) return null;
  if (time !== undefined && can.exposureTime !== undefined && canSetTime(can)) {
    const gain = now.iso !== undefined && can.iso !== undefined;
    return {
      exposureMode: 'manual',
      exposureTime: snapped(Math.min(longest, time), can.exposureTime),
      ...(gain && {
        iso: snapped((now.iso ?? 0) * (time / longest), can.iso ?? { min: 0, max: 0 }),
      }),
    };
  }
  // How long it exposes is not told: what was added is taken back.
  if (can.exposureCompensation === undefined || compensation <= 0) return null;
  return {
    exposureMode: 'continuous',
    exposureCompensation: snapped(compensation - STEP.most / 2, can.exposureCompensation),
  };
}

function brighter(
  change: number,
  can: ImageCapabilities,
  now: ImageSettings,
  wantedFramesPerS: number,
): ImageControls | null {
  const { exposureCompensation: range, exposureTime: times } = can;
  if (now.exposureMode !== 'manual' && range !== undefined) {
    const before = now.exposureCompensation ?? 0;
    const limited = clamp(before + change, -MOST_COMPENSATION, MOST_COMPENSATION);
    const after = snapped(limited, range);
    return after === before ? null : { exposureMode: 'continuous', exposureCompensation: after };
  }
  if (times === undefined || now.exposureTime === undefined || !canSetTime(can)) return null;
  const factor = 2 ** change;
  const longest = Math.max(times.min, Math.min(times.max, longestTime(wantedFramesPerS)));
  const exposureTime = snapped(Math.min(longest, now.exposureTime * factor), times);
  if (exposureTime !== now.exposureTime) return { exposureMode: 'manual', exposureTime };
  if (now.iso === undefined || can.iso === undefined) return null;
  const iso = snapped(now.iso * factor, can.iso);
  return iso === now.iso ? null : { exposureMode: 'manual', exposureTime, iso };
}

/**
 * The next small change of the camera's exposure; null: it stays. A frame rate that long exposures have made fall comes
 * before the light: noise can be averaged, missing moments cannot.
 */
export function nextExposure(
  face: FaceExposure,
  can: ImageCapabilities,
  now: ImageSettings,
  wantedFramesPerS: number,
): ImageControls | null {
  const { framesPerS } = face;
  if (framesPerS !== null && framesPerS < SLOW * wantedFramesPerS) {
    return shorter(can, now, wantedFramesPerS);
  }
  const change = wantedChange(face);
  return change === 0 ? null : brighter(change, can, now, wantedFramesPerS);
}
