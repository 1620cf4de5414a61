// SPDX-License-Identifier: Apache-2.0
import type { Recording } from '../frames/recording.ts';
import { median } from '../signal/median.ts';
import { MAX_DEVIATION, rateDeviation } from './deviation.ts';
import { doubtsOf, isDoubleOfSlower, patchyDoubt, type Doubts } from './doubt.ts';
import type { PulseEstimate } from './estimate.ts';
import { straightenedMask } from './path.ts';
import { phaseRate, type PhaseRate } from './phase-rate.ts';

/** Least fused SNR of a result of 30 s, dB; each doubt requires more. */
const MIN_SNR_DB = -2.5;
const FULL_PART_S = 15;
/**
 * A steady pulse about which no doubt amounts to {@link DOUBT_DB} may be this much weaker, dB: what passes for a pulse
 * in skin without one nearly always arouses a doubt. Not in parts shorter than {@link TELLING_PART_S}, whose rates agree
 * more often by chance.
 */
const UNDOUBTED_DB = 1.5;
const DOUBT_DB = 1;
const TELLING_PART_S = 7.5;
/** Heart rates that the product reports, per minute. */
const LOWEST_RATE = 40;
const HIGHEST_RATE = 180;

export type GateReason = 'low-signal' | 'unstable' | 'motion' | 'out-of-range';

export interface GateVerdict {
  /** Null when the heart frequency may be shown. */
  readonly reason: GateReason | null;
  /** One standard deviation of the heart rate, per minute. */
  readonly deviation: number;
  readonly phase: PhaseRate;
  /** SNR above the requirement, dB; negative when refused for it. */
  readonly marginDb: number;
}

/**
 * Decides whether a pulse estimate may be shown at all: whether it is a pulse, by its SNR against the doubts about it,
 * and whether its rate is known to {@link MAX_DEVIATION}. Refusing is normal; guessing is not.
 * @param wave the pulse wave mixed from the estimate.
 */
export function judge(
  estimate: PulseEstimate,
  recording: Recording,
  wave: Float64Array,
): GateVerdict {
  const rate = 60 * estimate.f0;
  const spread = median(estimate.partsHz.map((hz) => Math.abs(60 * hz - rate)));
  const doubts = doubtsOf(estimate, recording, wave);
  const needed = minimumSnrDb(estimate.partS) + doubtDb(doubts) - reliefDb(estimate, doubts);
  // The parts of the face cost the most to compare, so they are only checked for a pulse that passes otherwise.
  const before = estimate.snrDb - needed;
  const marginDb = before >= 0 ? before - patchyDoubt(estimate, recording) : before;
  const { usableS } = recording;
  const phase = phaseOf(estimate, recording, wave);
  const known = rateDeviation({ ...estimate, usableS, spread });
  const deviation = Math.hypot(known, 60 * phase.slipHz);
  const reason = reasonOf(rate, deviation, marginDb, doubts);
  const isSlow = reason === null && rate < 2 * LOWEST_RATE && isDoubleOfSlower(estimate, recording);
  return { reason: isSlow ? 'out-of-range' : reason, deviation, phase, marginDb };
}

function phaseOf(
  { path, f0, snrDb }: PulseEstimate,
  { rate, usable }: Recording,
  wave: Float64Array,
): PhaseRate {
  const mask = straightenedMask(path, usable);
  return phaseRate(path.straightened(wave), mask, rate, f0, snrDb);
}

function reasonOf(
  rate: number,
  deviation: number,
  marginDb: number,
  doubts: Doubts,
): GateReason | null {
  if (!(marginDb >= 0)) return worstOf(marginDb, doubts);
  if (!(deviation <= MAX_DEVIATION)) return 'unstable';
  return rate >= LOWEST_RATE && rate <= HIGHEST_RATE ? null : 'out-of-range';
}

function doubtDb({ unstable, rival, motion, colour, alone }: Doubts): number {
  return unstable + rival + motion + colour + alone;
}

function reliefDb({ partS, path }: PulseEstimate, doubts: Doubts): number {
  const isDoubted = Object.values(doubts).some((db) => db >= DOUBT_DB);
  return path.moves || partS < TELLING_PART_S || isDoubted ? 0 : UNDOUBTED_DB;
}

/** The doubt without which the signal would have sufficed, else the signal itself. */
function worstOf(marginDb: number, { unstable, motion }: Doubts): GateReason {
  if (marginDb + motion >= 0 && motion >= unstable) return 'motion';
  return marginDb + unstable >= 0 ? 'unstable' : 'low-signal';
}

/** Short recordings have wide lines and few beats, so chance agreement is more frequent: they must be cleaner. */
function minimumSnrDb(partS: number): number {
  return MIN_SNR_DB + Math.max(0, (FULL_PART_S - partS) / 3);
}
