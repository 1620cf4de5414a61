// SPDX-License-Identifier: Apache-2.0
import { zeros } from '../signal/scratch.ts';
import type { Recording } from '../frames/recording.ts';
import { estimatePulse, PULSE_METHODS, type PulseEstimate } from './estimate.ts';
import { judge, type GateVerdict } from './gate.ts';
import { learnedMethod } from './learned.ts';
import type { PulseMethod } from './method.ts';
import { MIN_SNR_DB, LINE_HZ } from './pool.ts';
import { pulseWave, type PulseWave } from './wave.ts';

/** A detected and judged pulse. */
export interface PulseReading {
  readonly estimate: PulseEstimate;
  readonly pulse: PulseWave;
  readonly verdict: GateVerdict;
}

/**
 * Margin that a followed pulse needs if it was not accepted before, dB: warping time to suit it makes any noise look
 * more like a pulse. With this margin, fewer than 1 in 500 recordings without a pulse, and no recording of skin without
 * a usable one, would pass because of the path alone.
 */
const PATH_PRICE_DB = 2.5;
/** A learned trace that moves the rate further than this does not confirm it, Hz. */
const CONFIRMS_HZ = 0.03;

/**
 * Finds and judges the pulse. A learned trace may confirm the rate that the skin's colours give on their own, certain
 * or not: a network that found another rate never overrules them, and on its own it does not establish a pulse.
 * @param previousHz see {@link estimatePulse}.
 */
export function readPulse(recording: Recording, previousHz?: number): PulseReading {
  const own = readBy(PULSE_METHODS, recording, previousHz);
  if (recording.learned === null) return own;
  const withLearned = [...PULSE_METHODS, learnedMethod(recording.learned)];
  const helped = readBy(withLearned, recording, previousHz);
  const moved = Math.abs(helped.estimate.f0 - own.estimate.f0);
  if (helped.verdict.reason !== null || !(moved <= CONFIRMS_HZ)) return own;
  // Where the colours were not certain, spectrum and phase must give the same rate.
  if (own.verdict.reason !== null) return isOneRate(helped) ? helped : own;
  // A trace that merely agrees does not make them more certain: its parts may share a rate that is not the pulse.
  const { deviation } = own.verdict;
  return { ...helped, verdict: { ...helped.verdict, deviation } };
}

/** Whether the wave's cycles, counted by its phase, match the rate of its spectrum. */
function isOneRate({ estimate: { f0 }, verdict: { phase } }: PulseReading): boolean {
  return phase.by === 'phase' && Math.abs(phase.hz - f0) <= CONFIRMS_HZ;
}

/**
 * The pulse by these methods, with its rate assumed constant or, where that makes it clearer, followed. A followed
 * pulse is accepted if it would be without its path, or if it exceeds the requirement by what a path gains by chance.
 */
function readBy(
  methods: readonly PulseMethod[],
  recording: Recording,
  previousHz: number | undefined,
): PulseReading {
  const { steady, moving } = estimatePulse(recording, previousHz, methods);
  const followed = moving === null ? null : judged(moving, recording);
  if (followed?.verdict.reason !== null) return judged(steady, recording);
  if (followed.verdict.marginDb >= PATH_PRICE_DB) return followed;
  const standing = judged(steady, recording);
  const believed = standing.verdict.reason === null;
  // Both estimates are the same pulse if they agree within the width of its line.
  return believed && Math.abs(followed.estimate.f0 - steady.f0) <= LINE_HZ ? followed : standing;
}

const NOTHING: GateVerdict = {
  reason: 'low-signal',
  deviation: Number.NaN,
  phase: { hz: Number.NaN, by: 'spectrum', slipHz: Number.NaN },
  marginDb: MIN_SNR_DB,
};

function judged(estimate: PulseEstimate, recording: Recording): PulseReading {
  if (!Number.isFinite(estimate.f0)) {
    const wave = zeros(recording.length);
    return {
      estimate,
      pulse: { wave, source: '', snrDb: MIN_SNR_DB, edgesHz: [] },
      verdict: NOTHING,
    };
  }
  const pulse = pulseWave(estimate, recording.rate);
  return { estimate, pulse, verdict: judge(estimate, recording, pulse.wave) };
}
