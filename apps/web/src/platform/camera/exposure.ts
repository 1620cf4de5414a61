// SPDX-License-Identifier: Apache-2.0
/** Adjusts a camera's exposure to where the face is measured best. Pure functions. */
import type {
  ControlRange,
  ImageCapabilities,
  ImageControls,
  ImageSettings,
} from './image-controls.ts';

/** Current exposure of the face. */
export interface FaceExposure {
  /** Mean luma of the skin, 0..255. */
  readonly luma: number;
  /** Peak of red and of reflections on the face, 0..255 and beyond; null until the picture was sampled. */
  readonly peak: number | null;
  /** Null until known. */
  readonly framesPerS: number | null;
}

/**
 * More light means less noise, up to clipping, which affects red first. A face between low and high is left to the
 * camera's automatic exposure. Dark skin may stay below: the highlights on it, which no pigment dims, show when the
 * light suffices.
 */
const LUMA = { low: 85, target: 115, high: 170 };
const PEAK = { target: 225, high: 245 };
/** Largest and smallest single change, exposure steps (a doubling each). */
const STEP = { most: 1, least: 0.15 };
/** Largest compensation of the camera's automatic exposure, to either side. */
const MAX_COMPENSATION = 2;
/** Approximate exponent from picture levels to light. */
const GAMMA = 2.2;
/** Exposure times are in units of 0.1 ms. */
const UNITS_PER_S = 10_000;
/** Share of a frame's duration that may be exposed: the rest is needed to read the sensor. */
const EXPOSED_SHARE = 0.95;
/** A camera below this share of the wanted rate is slow. */
const SLOW = 0.8;

/** Exposure steps from one picture level, 0..255, to another; below 0 where it is darker. */
export const exposureSteps = (from: number, to: number): number =>
  GAMMA * Math.log2(Math.max(1, to) / Math.max(1, from));
const clamp = (value: number, min: number, max: number): number =>
  Math.min(max, Math.max(min, value));

function snapped(value: number, { min, max, step = 0 }: ControlRange): number {
  const inside = clamp(value, min, max);
  return step > 0 ? clamp(min + Math.round((inside - min) / step) * step, min, max) : inside;
}

/** Exposure steps by which the face should become brighter (darker below 0); 0: it is well exposed. */
export function wantedChange({ luma, peak }: FaceExposure): number {
  const headroom = peak === null ? 0 : exposureSteps(peak, PEAK.target);
  if (peak !== null && peak > PEAK.high) return clamp(headroom, -STEP.most, -STEP.least);
  if (luma >= LUMA.low && luma <= LUMA.high) return 0;
  const change = clamp(Math.min(exposureSteps(luma, LUMA.target), headroom), -STEP.most, STEP.most);
  return Math.abs(change) < STEP.least ? 0 : change;
}

/** The longest exposure that allows the wanted frame rate, units of 0.1 ms. */
const longestTime = (wantedFramesPerS: number): number =>
  (UNITS_PER_S / wantedFramesPerS) * EXPOSED_SHARE;

const canSetTime = ({ exposureMode }: ImageCapabilities): boolean =>
  exposureMode?.includes('manual') === true;

/** Shortens the exposure to fit into a frame, and compensates with the sensor's gain where that can be set. */
function shorter(
  can: ImageCapabilities,
  now: ImageSettings,
  wantedFramesPerS: number,
): ImageControls | null {
  const longest = longestTime(wantedFramesPerS);
  const { exposureTime: time, exposureCompensation: compensation = 0 } = now;
  if (time !== undefined && time <= longest) return null;
  if (time !== undefined && can.exposureTime !== undefined && canSetTime(can)) {
    return {
      exposureMode: 'manual',
      exposureTime: snapped(Math.min(longest, time), can.exposureTime),
      ...(now.iso !== undefined &&
        can.iso !== undefined && { iso: snapped(now.iso * (time / longest), can.iso) }),
    };
  }
  // The exposure time is not reported: compensation that was added is reverted.
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
    const limited = clamp(before + change, -MAX_COMPENSATION, MAX_COMPENSATION);
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
 * The next small change of the camera's exposure; null: none. A frame rate reduced by long exposures is corrected
 * before brightness: noise can be averaged, missing frames cannot.
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
