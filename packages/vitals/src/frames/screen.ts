// SPDX-License-Identifier: Apache-2.0
import type { FaceSeries, FrameSeries, RegionSeries } from '@perfuse/contract/payload/chunk';
import { median } from '../signal/median.ts';

/** Degrees the head may turn from its usual pose: beyond, other skin is seen at another angle. */
const MAX_TURN_DEG = 20;
/** Degrees from the camera's axis beyond which frames are not used. */
const MAX_POSE_DEG = 45;
const MAX_CLIPPED_SHARE = 0.2;
/** Share of the usual number of pixels below which the face is partly covered or out of the picture. */
const MIN_PIXEL_SHARE = 0.4;

/** Why most frames could not be used. */
export type ScreenReason = 'no-face' | 'overexposed' | 'turned-away';

export interface Screening {
  /** Indices of the usable frames, in order. */
  readonly usable: Uint32Array;
  /** The commonest fault of the other frames; null when there were none. */
  readonly fault: ScreenReason | null;
}

/** Selects the frames whose skin can be trusted: seen, facing the camera, not clipped, of the usual size. */
export function screenFrames(frames: FrameSeries, skin: RegionSeries): Screening {
  const pose = usualPose(frames.face);
  const pixels = MIN_PIXEL_SHARE * median(skin.pixels.filter((count) => count > 0));
  const { timeMs } = frames;
  const faults: Record<ScreenReason, number> = { 'no-face': 0, overexposed: 0, 'turned-away': 0 };
  const usable = new Uint32Array(timeMs.length);
  let count = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < timeMs.length; i++) {
    const time = timeMs[i] ?? Number.NaN;
    const fault = faultOf(frames.face, skin, i, pixels, pose);
    if (fault !== null) faults[fault] += 1;
    else if (time > last && Number.isFinite(time)) {
      usable[count] = i;
      count += 1;
      last = time;
    }
  }
  return { usable: usable.subarray(0, count), fault: commonest(faults) };
}

function usualPose(face: FaceSeries): { yaw: number; pitch: number } {
  return { yaw: median(face.yaw), pitch: median(face.pitch) };
}

function faultOf(
  face: FaceSeries,
  skin: RegionSeries,
  i: number,
  minPixels: number,
  pose: { yaw: number; pitch: number },
): ScreenReason | null {
  if (face.confidence[i] === 0 || !isColour(skin, i)) return 'no-face';
  if ((skin.pixels[i] ?? 0) < minPixels || skin.pixels[i] === 0) return 'no-face';
  if (turned(face.yaw[i], pose.yaw) || turned(face.pitch[i], pose.pitch)) return 'turned-away';
  return (skin.clipped[i] ?? 0) > MAX_CLIPPED_SHARE ? 'overexposed' : null;
}

/** Whether the logarithm of all colours is defined. */
export function isColour(region: RegionSeries, i: number): boolean {
  const sum = (region.red[i] ?? NaN) + (region.green[i] ?? NaN) + (region.blue[i] ?? NaN);
  const least = Math.min(region.red[i] ?? 0, region.green[i] ?? 0, region.blue[i] ?? 0);
  return Number.isFinite(sum) && least > 0;
}

/** A frame with an unknown angle is not rejected. */
function turned(angle: number | undefined, usual: number): boolean {
  if (angle === undefined || !Number.isFinite(angle)) return false;
  return Math.abs(angle - usual) > MAX_TURN_DEG || Math.abs(angle) > MAX_POSE_DEG;
}

function commonest(faults: Record<ScreenReason, number>): ScreenReason | null {
  const order: readonly ScreenReason[] = ['no-face', 'overexposed', 'turned-away'];
  const worst = order.reduce((a, b) => (faults[b] > faults[a] ? b : a));
  return faults[worst] > 0 ? worst : null;
}
