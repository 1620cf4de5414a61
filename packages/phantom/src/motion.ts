// SPDX-License-Identifier: Apache-2.0
import { seededRandom } from './random.ts';
import type { Subject } from './subject.ts';

const TURN = 2 * Math.PI;
/** Vertical movement of the head with the chest, frame widths. */
const BREATHING_LIFT = 0.0012;
const SWAY_WAVES = 4;
/** Nodding and talking, at heart rates. */
const NOD_HZ = { from: 0.7, to: 2.3 } as const;
const NOD_WAVES = 3;

/** Position of the head relative to its starting position: frame widths, and degrees of yaw. */
export interface Head {
  readonly offsetX: number;
  readonly offsetY: number;
  /** The part of `offsetY` that is nodding. */
  readonly nod: number;
  readonly yaw: number;
}

/**
 * A seated person's head: it lifts with the breath and sways slowly.
 * @param sway sideways motion peak to peak, frame widths, 0..0.3.
 * @param nod maximum up and down motion at heart rates, frame widths either way, 0..0.1.
 */
export function headAt(
  subject: Subject,
  sway: number,
  seed: number,
  nod = 0,
): (timeS: number) => Head {
  if (!(nod >= 0 && nod <= 0.1)) throw new RangeError('nod must be 0 to 0.1.');
  if (!(sway >= 0 && sway <= 0.3)) throw new RangeError('sway must be 0 to 0.3.');
  const random = seededRandom(seed ^ 0x4ead);
  const waves = Array.from({ length: SWAY_WAVES }, () => ({
    hz: 0.08 + 0.5 * random.uniform(),
    offset: random.uniform(),
  }));
  const nods = Array.from({ length: NOD_WAVES }, () => ({
    hz: NOD_HZ.from + (NOD_HZ.to - NOD_HZ.from) * random.uniform(),
    offset: random.uniform(),
  }));
  return (timeS) => {
    const dip =
      nods.reduce((sum, { hz, offset }) => sum + Math.sin(TURN * (hz * timeS + offset)), 0) /
      NOD_WAVES;
    const swing =
      waves.reduce((sum, { hz, offset }) => sum + Math.sin(TURN * (hz * timeS + offset)), 0) /
      SWAY_WAVES;
    return {
      offsetX: (sway / 2) * swing,
      // Down is positive; the head rises as the chest fills.
      nod: nod * dip,
      offsetY: nod * dip - BREATHING_LIFT * subject.chest(timeS),
      yaw: 40 * sway * swing,
    };
  };
}
