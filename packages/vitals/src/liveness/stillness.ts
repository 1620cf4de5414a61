// SPDX-License-Identifier: Apache-2.0
import type { Recording } from '../frames/recording.ts';
import type { PulseEstimate } from '../pulse/estimate.ts';
import { bandPass } from '../signal/butterworth.ts';
import { standardDeviation } from '../signal/statistics.ts';

/** A shorter film may simply be too short, s. */
const MIN_S = 12;
/**
 * The pulse changes green by 0.18 % and more in the recordings this engine was developed with; a tenth of that is far
 * below the weakest pulse. If everything that changes in the pulse's band, including noise, is still smaller, there is
 * no sign of life. As a standard deviation of relative change.
 */
const MIN_ALIVE = 1.8e-4;

/**
 * Whether a film without a pulse is good enough to conclude that there was none to find: a photograph, a mask, a frozen
 * camera. With more noise than that, the question stays open.
 */
export function showsNoLife(recording: Recording, { skin, band }: PulseEstimate): boolean {
  if (recording.usableS < MIN_S) return false;
  const moving = bandPass(skin.green, recording.rate, band.lowHz, band.highHz);
  return standardDeviation(moving) < MIN_ALIVE;
}
