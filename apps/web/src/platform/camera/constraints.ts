// SPDX-License-Identifier: Apache-2.0
export type Facing = 'user' | 'environment';

/** Which camera to open: a certain one, or on phones the one on a certain side. */
export interface CameraRequest {
  /** Preferred device, which may no longer exist. */
  readonly deviceId: string | null;
  readonly facing: Facing;
}

export interface ScreenSize {
  readonly width: number;
  readonly height: number;
}

/** Widest window that counts as a phone (specification, section 1), px. */
const PHONE_MAX_WIDTH = 768;

export const isPhone = ({ width }: ScreenSize): boolean => width <= PHONE_MAX_WIDTH;

/**
 * Constraints of the specification's section 9: 30 frames per second, the picture of a laptop or the phone's window.
 */
export function videoConstraints(
  request: CameraRequest,
  screen: ScreenSize,
): MediaTrackConstraints {
  const phone = isPhone(screen);
  const size = phone
    ? { width: { ideal: screen.width }, height: { ideal: screen.height } }
    : {
        width: { min: 320, ideal: 640, max: 640 },
        height: { min: 240, ideal: 520, max: 640 },
      };
  const which =
    request.deviceId === null
      ? { facingMode: { ideal: request.facing } }
      : { deviceId: { exact: request.deviceId } };
  return { ...which, ...size, frameRate: { min: 15, ideal: 30, max: 30 } };
}

/**
 * Relaxed constraints for a camera that cannot meet the exact ones: any picture is better than none; the analysis copes
 * or refuses.
 */
export function relaxedConstraints({ width, height, frameRate, ...which }: MediaTrackConstraints) {
  const wish = (range: ConstrainULong | undefined): ConstrainULong | undefined =>
    typeof range === 'object' && range.ideal !== undefined ? { ideal: range.ideal } : undefined;
  const [wishedWidth, wishedHeight, wishedRate] = [wish(width), wish(height), wish(frameRate)];
  return {
    ...which,
    ...(wishedWidth !== undefined && { width: wishedWidth }),
    ...(wishedHeight !== undefined && { height: wishedHeight }),
    ...(wishedRate !== undefined && { frameRate: wishedRate }),
  } satisfies MediaTrackConstraints;
}
