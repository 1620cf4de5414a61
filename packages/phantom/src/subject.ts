// SPDX-License-Identifier: Apache-2.0
/**
 * A synthetic person: heart beats, the blood volume of the skin that follows them, and breathing.
 *
 * Beats come from integral pulse frequency modulation: the cardiac phase is the integral of a modulated rate and a beat
 * falls on every whole phase (Mateo and Laguna 2000, IEEE Trans. Biomed. Eng. 47:985). The rate is modulated at the
 * breathing frequency (respiratory sinus arrhythmia) and by slow waves near 0.1 Hz and 0.04 Hz. All of it is in closed
 * form, so it can be evaluated at any time. Where the mean rate changes, the modulation stays the same in beats per minute, so
 * that a faster heart's intervals vary less, as in life.
 */
import { beatStatistics } from './beats.ts';
import { inRange } from './in-range.ts';
import { seededRandom } from './random.ts';
import { rateChange, type RateChange, type RateCourse } from './rate-course.ts';

const TURN = 2 * Math.PI;

/** Second harmonic of the blood volume wave, relative to the first: a steep rise and a slow fall. */
export const SECOND_HARMONIC = 0.35;

/** How the requested variance of the beat intervals is divided. */
const RESPIRATORY_SHARE = 0.6;
const SLOW_WAVES = [
  { hz: 0.1, share: 0.25 },
  { hz: 0.04, share: 0.15 },
] as const;

/** Stronger modulation would let the phase almost stop. */
const MAX_MODULATION = 0.6;

/** Slow changes of the breathing rate, from breath to breath and over several. */
const BREATH_WAVES_HZ = [0.03, 0.07, 0.11] as const;

export interface SubjectOptions {
  /** Heart rate, beats per minute, 20..250; with a `course`, the rate that its change is relative to. */
  readonly bpm?: number;
  /** How the heart rate changes. Default: only by the variability that `sdnn` requests. */
  readonly course?: RateCourse;
  /** Breaths per minute, 3..60. */
  readonly breaths?: number;
  /** Relative standard deviation of the breathing rate over time, 0..0.3. Default 0; people at rest have 0.05 to 0.2. */
  readonly breathSpread?: number;
  /** Requested standard deviation of the beat intervals, ms; 0 is a metronome. The truth contains the actual one. */
  readonly sdnn?: number;
  readonly seed?: number;
  /** When set, everything repeats exactly after this many seconds, if bpm and breaths do. */
  readonly periodS?: number;
}

/** The result of a perfect measurement over a span of time. */
export interface Truth {
  /** Mean heart rate over whole beat intervals, beats per minute. */
  readonly hr: number;
  /** Sample standard deviation of the beat intervals, ms. */
  readonly sdnn: number;
  /** Root mean square of successive interval differences, ms. */
  readonly rmssd: number;
  /** Mean breaths per minute. */
  readonly rr: number;
}

export interface Subject {
  /** Cardiac phase at a time in s; a beat falls on every whole number. */
  readonly phase: (timeS: number) => number;
  /**
   * Blood volume of the skin, about -1.2..1.2. It rises fastest exactly at a beat. Breathing modulates its amplitude by
   * a tenth and its baseline by a fifth.
   */
  readonly bloodVolume: (timeS: number) => number;
  /** Chest movement, -1 (breathed out) to 1 (breathed in). */
  readonly chest: (timeS: number) => number;
  /** Times of the beats within [fromS, toS], s. */
  readonly beats: (fromS: number, toS: number) => Float64Array;
  readonly truth: (fromS: number, toS: number) => Truth;
}

/** Cycles since 0 s of an oscillation of about `hz`. */
type Turns = (timeS: number) => number;

interface Wave {
  readonly hz: number;
  /** Relative modulation of the rate. */
  readonly depth: number;
  readonly offset: number;
  readonly turns: Turns;
}

interface Rates {
  readonly bpm: number;
  readonly breaths: number;
  readonly sdnn: number;
  readonly seed: number;
  readonly periodS: number | undefined;
}

/**
 * Waves of the heart rate that give the intervals the requested standard deviation at the rate `bpm`, to first order.
 */
function rateWaves(options: Rates, change: RateChange, breathing: Turns): Wave[] {
  const { periodS } = options;
  const random = seededRandom(options.seed);
  const relativeDeviation = (options.sdnn / 1000) * (options.bpm / 60);
  const snapped = (hz: number): number =>
    periodS === undefined ? hz : Math.max(1, Math.round(hz * periodS)) / periodS;
  const depth = (share: number): number => relativeDeviation * Math.sqrt(2 * share);
  const waves = [
    { hz: options.breaths / 60, depth: depth(RESPIRATORY_SHARE), offset: 0, turns: breathing },
    ...SLOW_WAVES.map(({ hz: nearHz, share }) => {
      const hz = snapped(nearHz);
      const turns: Turns = (timeS) => hz * timeS;
      return { hz, depth: depth(share), offset: random.uniform(), turns };
    }),
  ];
  const total = waves.reduce((sum, wave) => sum + wave.depth, 0);
  const slowest = (options.bpm + change.least) / options.bpm;
  if (total > MAX_MODULATION * slowest)
    throw new RangeError('sdnn is too large for this heart rate.');
  return waves;
}

/** Breaths since 0 s, at a rate with slow waves of the requested relative deviation. */
function breathTurns(breaths: number, spread: number, seed: number): Turns {
  const hz = breaths / 60;
  if (spread === 0) return (timeS) => hz * timeS;
  const random = seededRandom(seed ^ 0xb4ea);
  const depth = spread * Math.sqrt(2 / BREATH_WAVES_HZ.length);
  const waves = BREATH_WAVES_HZ.map((slowHz) => ({ slowHz, offset: random.uniform() }));
  return (timeS) =>
    waves.reduce(
      (sum, { slowHz, offset }) =>
        sum +
        ((hz * depth) / (TURN * slowHz)) *
          (Math.cos(TURN * offset) - Math.cos(TURN * (slowHz * timeS + offset))),
      hz * timeS,
    );
}

/** Finds the time of a phase by bisection, to a nanosecond; the phase is strictly increasing. */
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
  const { seed = 1, periodS } = options;
  const change = rateChange(options.course ?? { kind: 'steady' });
  inRange('the least bpm of the course', bpm + change.least, 20, 250);
  inRange('the greatest bpm of the course', bpm + change.greatest, 20, 250);
  const breathSpread = inRange('breathSpread', options.breathSpread ?? 0, 0, 0.3);
  const wanders = breathSpread > 0 || change.least !== change.greatest;
  if (periodS !== undefined && wanders) throw new RangeError('A rate that moves has no period.');
  const breathing = breathTurns(breaths, breathSpread, seed);
  const waves = rateWaves({ bpm, breaths, sdnn, seed, periodS }, change, breathing);
  const rate = bpm / 60;

  const phase = (timeS: number): number =>
    waves.reduce(
      (sum, { hz, depth, offset, turns }) =>
        sum +
        ((rate * depth) / (TURN * hz)) *
          (Math.cos(TURN * offset) - Math.cos(TURN * (turns(timeS) + offset))),
      rate * timeS + change.beats(timeS),
    );
  const chest = (timeS: number): number => Math.sin(TURN * breathing(timeS));
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
    rr: (60 * (breathing(toS) - breathing(fromS))) / (toS - fromS),
  });
  return { phase, bloodVolume, chest, beats, truth };
}
