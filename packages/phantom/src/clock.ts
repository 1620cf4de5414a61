// SPDX-License-Identifier: Apache-2.0
import { seededRandom } from './random.ts';

export interface CameraFrames {
  /** Capture times, s, strictly increasing from about 0. */
  readonly atS: Float64Array;
  /** Number of frames lost directly before each frame. */
  readonly lostBefore: Uint32Array;
}

export interface ClockOptions {
  readonly durationS: number;
  readonly frameRate: number;
  readonly seed: number;
  /** ms */
  readonly jitter?: number;
  readonly dropped?: number;
}

function check(options: ClockOptions): void {
  const { durationS, frameRate, jitter = 0, dropped = 0 } = options;
  if (!(durationS > 0 && durationS <= 600)) throw new RangeError('durationS must be 0 to 600.');
  if (!(frameRate >= 1 && frameRate <= 240)) throw new RangeError('frameRate must be 1 to 240.');
  if (!(jitter >= 0 && jitter <= 1000)) throw new RangeError('jitter must be 0 to 1000.');
  if (!(dropped >= 0 && dropped <= 0.9)) throw new RangeError('dropped must be 0 to 0.9.');
}

/** Frame times of a camera with an uneven clock. The first frame is never lost. */
export function cameraClock(options: ClockOptions): CameraFrames {
  check(options);
  const { durationS, frameRate, seed, jitter = 2, dropped = 0 } = options;
  const random = seededRandom(seed ^ 0xc10c);
  const periodS = 1 / frameRate;
  const times: number[] = [];
  const losses: number[] = [];
  let lost = 0;
  for (let frame = 0; frame < Math.round(durationS * frameRate); frame += 1) {
    // Within 0.45 of a period either way, so that times keep increasing.
    const wander = Math.max(-0.45, Math.min(0.45, (random.normal() * jitter) / 1000 / periodS));
    if (random.uniform() < dropped && frame > 0) {
      lost += 1;
      continue;
    }
    times.push((frame + wander) * periodS);
    losses.push(lost);
    lost = 0;
  }
  return { atS: Float64Array.from(times), lostBefore: Uint32Array.from(losses) };
}
