// SPDX-License-Identifier: Apache-2.0
import { MAX_BRIDGED_MS } from '../frames/recording.ts';
import { countOf, times } from '../signal/elementwise.ts';
import { detectBeats, type Beats } from './detect.ts';
import { intervalsOf, MIN_INTERVALS, type Between, type Intervals } from './intervals.ts';
import { irregularBeats, type Irregularity } from './irregular.ts';
import { meanRate, rmssd } from './variability.ts';

/** Below this fused SNR single beats cannot be timed, dB. */
const MIN_SNR_DB = 5;
/**
 * Noise lowers this ratio, and so do premature beats, but those leave the other beats even. So from this ratio, dB,
 * they are counted where the root mean square of the changes is within this share of the usual interval, a quarter of
 * the threshold for an irregular beat.
 */
const EVEN_SNR_DB = 2;
const EVEN_CHANGE = 0.06;
/** With a lower share of accepted intervals, none are trusted. */
export const MIN_ACCEPTED_SHARE = 0.85;
/** Largest difference between the rates of beats and spectrum, per minute. */
const MAX_DISAGREEMENT = 4;
/** With frames further apart than this, the interval between them is unknown, ms. */
const MAX_GAP_MS = 150;
/** Filters produce false beats this close to an end or a gap of the wave, s. */
const EDGE_S = 0.5;
/** The inverted wave must give this much more accepted intervals to be chosen. */
const MIN_POLARITY_GAIN = 0.1;

/** Why single beats are not used; null when they are. */
export type BeatFault = 'low-signal' | 'unsteady-beats' | 'too-few-beats' | null;

/** Beats of a pulse wave and how far they can be trusted. */
export interface Rhythm {
  readonly beats: Beats;
  readonly intervals: Intervals;
  /** 1, or -1 when the beats were found in the inverted wave. */
  readonly polarity: 1 | -1;
  /** Mean rate of the beats, per minute. */
  readonly rate: number;
  /** Whether the mean interval gives the rate better than the spectrum. */
  readonly timed: boolean;
  /** Why there is no variability. */
  readonly fault: BeatFault;
  /** Irregular beats, marked among all intervals. */
  readonly irregular: Irregularity;
  /**
   * Why they are not counted. It can be null when `fault` is not: a heart with irregular beats may otherwise be steady.
   */
  readonly countFault: BeatFault;
}

export interface RhythmInput {
  /** Pulse wave, uniform; upwards means more blood. */
  readonly wave: Float64Array;
  /** Samples/s. */
  readonly rate: number;
  /** Heart frequency, Hz. */
  readonly f0: number;
  /** Fused SNR, dB. */
  readonly snrDb: number;
  /** Times of the frames of the wave, ms from its first sample. */
  readonly frameMs: Float64Array;
}

type Reading = Pick<Rhythm, 'beats' | 'intervals' | 'polarity'>;

/**
 * Beats in the wave with normal polarity. If its intervals cannot be accepted and those of the inverted wave clearly
 * can, the latter are used: altered footage and some cameras invert the pulse, and the falling slope is too shallow to
 * time a beat by.
 */
export function rhythmOf(input: RhythmInput): Rhythm {
  const upright = readingOf(input, 1);
  const reading =
    upright.intervals.acceptedShare >= MIN_ACCEPTED_SHARE
      ? upright
      : better(upright, readingOf(input, -1));
  const { intervals } = reading;
  const rate = meanRate(intervals);
  const isClear = input.snrDb >= MIN_SNR_DB;
  const fault = faultOf(intervals, rate, isClear, input.f0, intervals.acceptedShare);
  const irregular = irregularAmong(intervals);
  const timed = fault === null || fault === 'too-few-beats';
  const isEven =
    input.snrDb >= EVEN_SNR_DB && rmssd(intervals) <= EVEN_CHANGE * irregular.referenceMs;
  const steadyShare = irregular.credible ? shareOf(intervals.accepted, irregular.irregular) : 0;
  const countFault = faultOf(intervals, rate, isClear || isEven, input.f0, steadyShare);
  return { ...reading, rate, fault, timed, irregular, countFault };
}

/** Irregular beats among the intervals that are not near an end or a gap of the wave. */
function irregularAmong({ ms, clear }: Intervals): Irregularity {
  const places = [...ms.keys()].filter((k) => clear[k] === 1);
  const found = irregularBeats(places.map((k) => ms[k] ?? 0));
  const irregular = new Uint8Array(ms.length);
  places.forEach((k, at) => (irregular[k] = found.irregular[at] ?? 0));
  return { ...found, irregular };
}

/** Share of the entries that are marked in either. */
function shareOf(one: Uint8Array, other: Uint8Array): number {
  const marked = one.filter((mark, k) => mark === 1 || other[k] === 1).length;
  return one.length > 0 ? marked / one.length : 0;
}

function readingOf({ wave, rate, f0, frameMs }: RhythmInput, polarity: 1 | -1): Reading {
  const beats = detectBeats(polarity === 1 ? wave : times(wave, -1), rate, f0);
  const isClear = awayFromEdges(frameMs, wave.length / rate);
  return { beats, intervals: intervalsOf(beats.timesS, gapless(frameMs), isClear), polarity };
}

function better(upright: Reading, turned: Reading): Reading {
  const share = turned.intervals.acceptedShare;
  const gain = share - upright.intervals.acceptedShare;
  return share >= MIN_ACCEPTED_SHARE && gain >= MIN_POLARITY_GAIN ? turned : upright;
}

/** @param isClear whether single beats can be timed. @param steadyShare share of the intervals that fit the rhythm. */
function faultOf(
  intervals: Intervals,
  rate: number,
  isClear: boolean,
  f0: number,
  steadyShare: number,
): BeatFault {
  if (!isClear) return 'low-signal';
  if (steadyShare < MIN_ACCEPTED_SHARE) return 'unsteady-beats';
  if (!(Math.abs(rate - 60 * f0) <= MAX_DISAGREEMENT)) return 'unsteady-beats';
  return countOf(intervals.accepted) >= MIN_INTERVALS ? null : 'too-few-beats';
}

/** Gaps between frames, from the last frame before to the first one after, s. */
function holesOf(frameMs: Float64Array, longerThanMs: number): [fromS: number, toS: number][] {
  const holes: [number, number][] = [];
  for (let i = 1; i < frameMs.length; i++) {
    const before = frameMs[i - 1] ?? 0;
    const time = frameMs[i] ?? 0;
    if (time - before > longerThanMs) holes.push([before / 1000, time / 1000]);
  }
  return holes;
}

/** @returns whether no frames are missing between two times. @param frameMs times of the frames from the first, ms. */
export function gapless(frameMs: Float64Array): Between {
  const holes = holesOf(frameMs, MAX_GAP_MS);
  return (fromS, toS) => holes.every(([from, to]) => to <= fromS || from >= toS);
}

function awayFromEdges(frameMs: Float64Array, lengthS: number): Between {
  const holes = holesOf(frameMs, MAX_BRIDGED_MS);
  return (fromS, toS) =>
    fromS >= EDGE_S &&
    toS <= lengthS - EDGE_S &&
    holes.every(([from, to]) => to + EDGE_S <= fromS || from - EDGE_S >= toS);
}
