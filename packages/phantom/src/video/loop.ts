// SPDX-License-Identifier: Apache-2.0
/** Allowed change of a rate so that it fits a loop, per minute. */
const TOLERANCE = { pulse: 0.1, breathing: 0.3 } as const;

export interface Loop {
  readonly frameCount: number;
  readonly seconds: number;
  /** The rates that fit: a whole number of periods in the loop. */
  readonly bpm: number;
  readonly breaths: number;
}

function fit(frameCount: number, frameRate: number, bpm: number, breaths: number): Loop {
  const seconds = frameCount / frameRate;
  const fitted = (rate: number): number =>
    (60 * Math.max(1, Math.round((rate * seconds) / 60))) / seconds;
  return { frameCount, seconds, bpm: fitted(bpm), breaths: fitted(breaths) };
}

/**
 * A camera file is played in a loop, so it must hold a whole number of pulses and breaths, or it jumps.
 * @returns the shortest loop of at least `seconds` in which both rates change by less than the tolerance; such a loop
 * exists within twice the length, but if none meets the tolerance, the best one is returned.
 */
export function loopFor(seconds: number, frameRate: number, bpm: number, breaths: number): Loop {
  const least = Math.max(1, Math.round(seconds * frameRate));
  let best = fit(least, frameRate, bpm, breaths);
  let bestError = Infinity;
  for (let frames = least; frames <= 2 * least; frames += 1) {
    const loop = fit(frames, frameRate, bpm, breaths);
    const error = Math.max(
      Math.abs(loop.bpm - bpm) / TOLERANCE.pulse,
      Math.abs(loop.breaths - breaths) / TOLERANCE.breathing,
    );
    if (error <= 1) return loop;
    if (error < bestError) [best, bestError] = [loop, error];
  }
  return best;
}
