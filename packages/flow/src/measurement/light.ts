// SPDX-License-Identifier: Apache-2.0
import type { FaceReading } from './ports.ts';

/** What would make the light better; the measurement may start all the same. */
export type LightHint = 'dim' | 'backlit' | 'bright';

export interface Light {
  /** Smoothed mean luma of the skin and of what is behind it, 0..255; null until there was a face. */
  readonly skin: number | null;
  readonly behind: number | null;
  readonly hint: LightHint | null;
}
export const UNKNOWN_LIGHT: Light = { skin: null, behind: null, hint: null };

/** Weight of the newest frame: about a second at 15 tracked frames a second. */
const WEIGHT = 0.07;

interface Rule {
  readonly hint: LightHint;
  /** A hint appears beyond `enter` and goes below `leave`, so that it does not flicker. */
  readonly enter: number;
  readonly leave: number;
  readonly excess: (skin: number, behind: number | null) => number;
}

/**
 * Skin below a fifth of full scale lies in the camera's noise, skin near its top is cut off there; light from behind
 * makes the camera expose for the window instead of the face.
 */
const RULES: readonly Rule[] = [
  {
    hint: 'backlit',
    enter: 70,
    leave: 55,
    excess: (skin, behind) => (behind === null ? 0 : behind - skin),
  },
  { hint: 'dim', enter: -55, leave: -65, excess: (skin) => -skin },
  { hint: 'bright', enter: 225, leave: 215, excess: (skin) => skin },
];

const smoothed = (before: number | null, now: number): number =>
  before === null ? now : before + WEIGHT * (now - before);

/** Takes one tracked frame into account. */
export function lightAfter(light: Light, face: FaceReading): Light {
  if (!face.found) return light;
  const skin = smoothed(light.skin, face.luma);
  const behind = face.backLuma === undefined ? light.behind : smoothed(light.behind, face.backLuma);
  const broken = RULES.find(({ hint, enter, leave, excess }) => {
    const border = light.hint === hint ? leave : enter;
    return excess(skin, behind) > border;
  });
  return { skin, behind, hint: broken?.hint ?? null };
}
