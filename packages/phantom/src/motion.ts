// SPDX-License-Identifier: Apache-2.0
import { seededRandom } from './random.ts';
import type { Subject } from './subject.ts';

const TURN = 2 * Math.PI;
/** Vertical movement of the head with the chest, frame widths. */
const BREATHING_LIFT = 0.0012;
const SWAY_WAVES = 4;

/** Where the head is, relative to where it sat: frame widths, and degrees of yaw. */
export interface Head {
  readonly offsetX: number;
  readonly offsetY: number;
  readonly yaw: number;
}

/**
 * A sitting person's head: it lifts with the breath and sways slowly.
 * @param sway sideways motion peak to peak, frame widths, 0..0.3.
 */
export function headAt(subject: Subject, sway: number, seed: number): (timeS: number) => Head {
  if (!(sway >= 0 && sway <= 0.3)) throw new RangeError('sway must be 0 to 0.3.');
  const random = seededRandom(seed ^ 0x4ead);
  const waves = Array.from({ length: SWAY_WAVES }, () => ({
    hz: 0.08 + 0.5 * random.uniform(),
    offset: random.uniform(),
  }));
  return (timeS) => {
    const swing =
      waves.reduce((sum, { hz, offset }) => sum + Math.sin(TURN * (hz * timeS + offset)), 0) /
      SWAY_WAVES;
    return {
      offsetX: (sway / 2) * swing,
      // Down is positive; the head rises as the chest fills.
      offsetY: -BREATHING_LIFT * subject.chest(timeS),
      yaw: 40 * sway * swing,
    };
  };
}
