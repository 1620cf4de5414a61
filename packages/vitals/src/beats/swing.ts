// SPDX-License-Identifier: Apache-2.0
import { phaseAgainst, phaseGain } from '../pulse/phase.ts';
import { withoutLine } from '../signal/detrend.ts';
import { powerSpectra } from '../signal/spectrum.ts';
import { median } from '../signal/median.ts';
import { intervalsOf, type Intervals } from './intervals.ts';
import { rmssd, sdnn } from './variability.ts';

/**
 * Variability from the phase of the pulse wave instead of from single upslopes: a beat is a whole turn of the
 * fundamental, whose narrow band holds the heart's own swings (slow waves, breath) and a tenth of the noise. What
 * noise is left has a spectrum that is known but for its height, so its share is taken out of the variances.
 */
export interface Swing {
  readonly intervals: Intervals;
  /** Standard deviation of the intervals without the noise's share, ms; NaN where noise is most of it. */
  readonly sdnnMs: number;
  /** Root mean square of successive differences likewise, ms. */
  readonly rmssdMs: number;
  /** What noise alone would show as SDNN, ms. */
  readonly noiseMs: number;
}

export interface SwingInput {
  /** Pulse wave, uniform, up is more blood. */
  readonly wave: Float64Array;
  readonly usable: Uint8Array;
  /** Samples/s. */
  readonly rate: number;
  /** Mean frequency of the heart, Hz. */
  readonly hz: number;
  /** Whether the wave was measured all the way between two times, s. */
  readonly measured: (fromS: number, toS: number) => boolean;
}

/** Half widths tried, Hz: the widest that lets less noise through than {@link QUIET_MS} is taken, else the first. */
const REACHES_HZ = [0.45, 0.5, 0.55, 0.6, 0.7, 0.8] as const;
const QUIET_MS = 9;
/** A reach is at most this share of the heart's frequency: its double is near a slow heart. */
const MAX_REACH = 0.6;
/** The filter needs a little of the wave before and after, s. */
const END_S = 0.5;
/** Largest share of the variance that may be noise. */
const MAX_NOISE_SHARE = 0.5;

export function swingOf(input: SwingInput): Swing {
  const { hz } = input;
  const floor = noiseFloor(input);
  const reaches = REACHES_HZ.map((reach) => Math.min(reach, MAX_REACH * hz));
  const quiet = reaches.filter((reach) => noiseOf(floor, reach, hz).sdnnMs < QUIET_MS);
  const reach = quiet.at(-1) ?? reaches[0] ?? MAX_REACH * hz;
  const noise = noiseOf(floor, reach, hz);
  const intervals = intervalsOf(wholeTurns(input, reach), input.measured);
  return {
    intervals,
    sdnnMs: without(sdnn(intervals), noise.sdnnMs),
    rmssdMs: without(rmssd(intervals), noise.rmssdMs),
    noiseMs: noise.sdnnMs,
  };
}

function without(deviation: number, noise: number): number {
  const variance = deviation * deviation;
  return noise * noise <= MAX_NOISE_SHARE * variance
    ? Math.sqrt(variance - noise * noise)
    : Number.NaN;
}

/** Times at which the heart has turned once more, s. */
function wholeTurns({ wave, usable, rate, hz }: SwingInput, reach: number): Float64Array {
  const phase = phaseAgainst(wave, usable, rate, hz, reach);
  const at = (i: number): number => (phase[i] ?? 0) + (hz * i) / rate;
  const times: number[] = [];
  const first = Math.round(END_S * rate);
  let next = Math.ceil(at(first));
  for (let i = first + 1; i < phase.length - first; i++) {
    while (at(i) >= next) {
      times.push((i - (at(i) - next) / (at(i) - at(i - 1))) / rate);
      next += 1;
    }
  }
  return Float64Array.from(times);
}

/** Swings of the phase this fast are no longer the heart's, Hz: breath ends at 0.45. */
const FLOOR_FROM_HZ = 0.45;
const FLOOR_TO_HZ = 0.75;
const WIDE_HZ = 1;

/** Power of the phase's noise, turns squared a Hz: the middle of what lies above the heart's own swings. */
function noiseFloor({ wave, usable, rate, hz }: SwingInput): number {
  const reach = Math.min(WIDE_HZ, 0.85 * hz);
  const phase = withoutLine(phaseAgainst(wave, usable, rate, hz, reach));
  const [spectrum] = powerSpectra([phase], rate, 0, phase.length, 1, 4096);
  if (spectrum === undefined) return Number.NaN;
  const { power, binHz } = spectrum;
  const to = Math.max(0.6, Math.min(FLOOR_TO_HZ, 0.7 * hz));
  const levels = Array.from(power, (one, i) => {
    const f = i * binHz;
    return f >= FLOOR_FROM_HZ && f <= to ? one / phaseGain(f, reach) : Number.NaN;
  }).filter((level) => Number.isFinite(level));
  // One-sided density under a Hann window, whose mean square is 3/8.
  return (2 * median(levels)) / (0.375 * phase.length * rate);
}

const STEP_HZ = 0.02;

/** SDNN and RMSSD of an even heart whose phase has white noise of this power, seen through the reach's filter, ms. */
function noiseOf(floor: number, reach: number, hz: number): { sdnnMs: number; rmssdMs: number } {
  let first = 0;
  let second = 0;
  for (let f = 0; f < 3 * reach; f += STEP_HZ) {
    const power = floor * phaseGain(f, reach) * STEP_HZ;
    const difference = 4 * Math.sin((Math.PI * f) / hz) ** 2;
    first += power * difference;
    second += power * difference * difference;
  }
  const msPerTurn = 1000 / hz;
  return { sdnnMs: msPerTurn * Math.sqrt(first), rmssdMs: msPerTurn * Math.sqrt(second) };
}
