// SPDX-License-Identifier: Apache-2.0
import { seededRandom } from './random.ts';

const TURN = 2 * Math.PI;
/** Slow enough to lie below every heart rate: clouds, a screen, the camera's own exposure. */
const DRIFT_HZ = { from: 0.02, to: 0.25 } as const;
const DRIFT_WAVES = 5;

export interface LightOptions {
  readonly seed?: number;
  readonly lightDrift?: number;
  readonly flicker?: { readonly hz: number; readonly depth: number };
}

/** Brightness of the light over time in s, around 1; the same for the face and the background. */
export function lightAt(options: LightOptions): (timeS: number) => number {
  const { seed = 1, lightDrift = 0.004, flicker } = options;
  if (!(lightDrift >= 0 && lightDrift <= 0.3)) throw new RangeError('lightDrift must be 0 to 0.3.');
  const random = seededRandom(seed ^ 0x11647);
  const waves = Array.from({ length: DRIFT_WAVES }, () => ({
    hz: DRIFT_HZ.from + (DRIFT_HZ.to - DRIFT_HZ.from) * random.uniform(),
    offset: random.uniform(),
  }));
  const depth = lightDrift * Math.sqrt(2 / DRIFT_WAVES);
  return (timeS) => {
    const drift = waves.reduce(
      (sum, { hz, offset }) => sum + depth * Math.sin(TURN * (hz * timeS + offset)),
      0,
    );
    const beat = flicker ? flicker.depth * Math.sin(TURN * flicker.hz * timeS) : 0;
    return 1 + drift + beat;
  };
}
