// SPDX-License-Identifier: Apache-2.0
import type { Recording } from '../frames/recording.ts';
import type { PulseEstimate } from '../pulse/estimate.ts';
import { bandPass } from '../signal/butterworth.ts';
import { standardDeviation } from '../signal/statistics.ts';

/** Less of a film may only be too short a look, s. */
const LEAST_S = 12;
/**
 * The pulse swings green by 0.18 % and more in the recordings this engine was made with; a tenth of that is far below
 * what the palest pulse gives. When all that moves in the pulse's band, noise and all, is less still, there is
 * nothing alive to be seen. As a standard deviation of relative change.
 */
const LEAST_ALIVE = 1.8e-4;

/**
 * Whether a film without a pulse is good enough to say that there was none to find: a photograph, a mask, a frozen
 * camera. A film with more noise than that leaves it open.
 */
export function showsNoLife(recording: Recording, { skin, band }: PulseEstimate): boolean {
  if (recording.usableS < LEAST_S) return false;
  const moving = bandPass(skin.green, recording.rate, band.lowHz, band.highHz);
  return standardDeviation(moving) < LEAST_ALIVE;
}
