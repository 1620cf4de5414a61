// SPDX-License-Identifier: Apache-2.0
/**
 * A synthetic person: when the heart beats, how the skin's blood volume follows, how they breathe.
 *
 * Beats come from integral pulse frequency modulation: the cardiac phase is the integral of a modulated rate and
 * a beat falls on every whole phase (Mateo and Laguna, 2000, doi 10.1109/10.841326). The rate is modulated at the
 * breathing frequency (respiratory sinus arrhythmia) and by slow waves near 0.1 Hz and 0.04 Hz. All of it is in
 * closed form, so any moment can be asked for.
 */
import { beatStatistics } from './beats.ts';
import { seededRandom } from './random.ts';

const TURN = 2 * Math.PI;

/** Second harmonic of the blood volume wave, relative to the first: a steep rise and a slow fall. */
export const SECOND_HARMONIC = 0.35;

/** How the wanted variance of the beat intervals is shared out. */
const RESPIRATORY_SHARE = 0.6;
const SLOW_WAVES = [
  { hz: 0.1, share: 0.25 },
  { hz: 0.04, share: 0.15 },
] as const;

/** Modulation beyond this would let the phase nearly stand still. */
const MAX_MODULATION = 0.6;

export interface SubjectOptions {
  /** Heart rate, beats per minute, 20..250. */
  readonly bpm?: number;
  /** Breaths per minute, 3..60. */
  readonly breaths?: number;
  /** Wanted standard deviation of the beat intervals, ms; 0 is a metronome. The truth is what came out. */
  readonly sdnn?: number;
  readonly seed?: number;
  /** When set, everything repeats exactly after this many seconds, if bpm and breaths do. */
  readonly periodS?: number;
}

/** What a perfect measurement of a stretch of time would find. */
export interface Truth {
  /** Mean heart rate over whole beat intervals, beats per minute. */
  readonly hr: number;
  /** Sample standard deviation of the beat intervals, ms. */
  readonly sdnn: number;
  /** Root mean square of successive interval differences, ms. */
  readonly rmssd: number;
  /** Breaths per minute. */
  readonly rr: number;
}

export interface Subject {
  readonly bpm: number;
  readonly breaths: number;
  /** Cardiac phase at a time in s; a beat falls on every whole number. */
  readonly phase: (timeS: number) => number;
  /**
   * Blood volume of the skin, about -1.2..1.2. It rises fastest exactly at a beat.
   * Breathing modulates its height by a tenth and its baseline by a fifth.
   */
  readonly bloodVolume: (timeS: number) => number;
  /** Chest movement, -1 (breathed out) to 1 (breathed in). */
  readonly chest: (timeS: number) => number;
  /** Times of the beats within [fromS, toS], s. */
  readonly beats: (fromS: number, toS: number) => Float64Array;
  readonly truth: (fromS: number, toS: number) => Truth;
}

interface Wave {
  readonly hz: number;
  /** Share of the mean rate by which the rate swings. */
  readonly depth: number;
  readonly offset: number;
}

function inRange(name: string, value: number, min: number, max: number): number {
  if (value >= min && value <= max) return value;
  throw new RangeError(`${name} must be ${String(min)} to ${String(max)}, not ${String(value)}.`);
}

/** Waves of the heart rate whose intervals have the wanted standard deviation, to first order. */
function rateWaves(options: Required<Omit<SubjectOptions, 'periodS'>>, periodS?: number): Wave[] {
  const random = seededRandom(options.seed);
  const relativeDeviation = (options.sdnn / 1000) * (options.bpm / 60);
  const snapped = (hz: number): number =>
    periodS === undefined ? hz : Math.max(1, Math.round(hz * periodS)) / periodS;
  const depth = (share: number): number => relativeDeviation * Math.sqrt(2 * share);
  const waves = [
    { hz: options.breaths / 60, depth: depth(RESPIRATORY_SHARE), offset: 0 },
    ...SLOW_WAVES.map(({ hz, share }) => ({
      hz: snapped(hz),
      depth: depth(share),
      offset: random.uniform(),
    })),
  ];
  const total = waves.reduce((sum, wave) => sum + wave.depth, 0);
  if (total > MAX_MODULATION) throw new RangeError('sdnn is too large for this heart rate.');
  return waves;
}

/** Finds the time of a phase by bisection, to a nanosecond; the phase grows strictly. */
function timeOfPhase(
  phase: (timeS: number) => number,
  wanted: number,
  low: number,
  high: number,
): number {
  let [from, to] = [low, high];
  while (to - from > 1e-9) {
    const middle = (from + to) / 2;
    if (phase(middle) < wanted) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

/** @throws RangeError when an option is outside its range. */
export function createSubject(options: SubjectOptions = {}): Subject {
  const bpm = inRange('bpm', options.bpm ?? 72, 20, 250);
  const breaths = inRange('breaths', options.breaths ?? 15, 3, 60);
  const sdnn = inRange('sdnn', options.sdnn ?? 30, 0, 300);
  const waves = rateWaves({ bpm, breaths, sdnn, seed: options.seed ?? 1 }, options.periodS);
  const rate = bpm / 60;

  const phase = (timeS: number): number =>
    waves.reduce(
      (sum, { hz, depth, offset }) =>
        sum +
        ((rate * depth) / (TURN * hz)) *
          (Math.cos(TURN * offset) - Math.cos(TURN * (hz * timeS + offset))),
      rate * timeS,
    );
  const chest = (timeS: number): number => Math.sin((TURN * breaths * timeS) / 60);
  const bloodVolume = (timeS: number): number => {
    const angle = TURN * phase(timeS);
    const wave = Math.sin(angle) + SECOND_HARMONIC * Math.sin(2 * angle);
    const breath = chest(timeS);
    return wave * (1 + 0.1 * breath) + 0.2 * breath;
  };
  const beats = (fromS: number, toS: number): Float64Array => {
    const first = Math.ceil(phase(fromS));
    const last = Math.floor(phase(toS));
    return Float64Array.from({ length: Math.max(0, last - first + 1) }, (_, index) =>
      timeOfPhase(phase, first + index, fromS, toS),
    );
  };
  const truth = (fromS: number, toS: number): Truth => ({
    ...beatStatistics(beats(fromS, toS)),
    rr: breaths,
  });
  return { bpm, breaths, phase, bloodVolume, chest, beats, truth };
}
