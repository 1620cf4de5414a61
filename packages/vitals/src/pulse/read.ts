// SPDX-License-Identifier: Apache-2.0
import type { Recording } from '../frames/recording.ts';
import { estimatePulse, PULSE_METHODS, type PulseEstimate } from './estimate.ts';
import { judge, type GateVerdict } from './gate.ts';
import { learnedMethod } from './learned.ts';
import type { PulseMethod } from './method.ts';
import { straightenedMask } from './path.ts';
import { phaseFrequency } from './phase-rate.ts';
import { LEAST_SNR_DB, LINE_HZ } from './pool.ts';
import { pulseWave, type PulseWave } from './wave.ts';

/** A pulse, found and judged. */
export interface PulseReading {
  readonly estimate: PulseEstimate;
  readonly pulse: PulseWave;
  readonly verdict: GateVerdict;
}

/**
 * What a followed pulse must have to spare where it was not believed before, dB: bending time to suit it makes any
 * noise look more like a pulse. With so much less than 1 in 500 recordings without a pulse, and none of the
 * recordings of skin without a usable one, would pass for the path alone.
 */
const PATH_PRICE_DB = 2.5;
/** A learned trace that moves the rate further than this does not confirm it, Hz. */
const CONFIRMS_HZ = 0.03;

/**
 * Finds and judges the pulse. A learned trace may confirm the rate that the skin's colours tell by themselves, certain or
 * not: a network that saw another one never overrules them, and its word alone is no pulse.
 * @param previousHz see {@link estimatePulse}.
 */
export function readPulse(recording: Recording, previousHz?: number): PulseReading {
  const own = readBy(PULSE_METHODS, recording, previousHz);
  if (recording.learned === null) return own;
  const withLearned = [...PULSE_METHODS, learnedMethod(recording.learned)];
  const helped = readBy(withLearned, recording, previousHz);
  const moved = Math.abs(helped.estimate.f0 - own.estimate.f0);
  if (helped.verdict.reason !== null || !(moved <= CONFIRMS_HZ)) return own;
  // What the colours were not certain of has to be one rate, whichever way it is read.
  if (own.verdict.reason !== null) return isOneRate(helped, recording) ? helped : own;
  // A trace that only agrees makes them no more certain: its parts may tell one rate of the network's own making.
  const { deviation } = own.verdict;
  return { ...helped, verdict: { ...helped.verdict, deviation } };
}

/** The cycles of the wave, counted by its phase, are as many as its spectrum says. */
function isOneRate({ estimate: { f0, path }, pulse }: PulseReading, recording: Recording): boolean {
  const mask = straightenedMask(path, recording.usable);
  const hz = phaseFrequency(path.straightened(pulse.wave), mask, recording.rate, f0);
  return Math.abs(hz - f0) <= CONFIRMS_HZ;
}

/**
 * The pulse by these methods, its rate taken to have stood or, where that makes it clearer, followed. A followed pulse
 * is believed when it would be without its path, or when it is better than needed by what a path gains by chance.
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
  // The two ways tell the same pulse within the width of its line.
  return believed && Math.abs(followed.estimate.f0 - steady.f0) <= LINE_HZ ? followed : standing;
}

const NOTHING: GateVerdict = {
  reason: 'low-signal',
  deviation: Number.NaN,
  marginDb: LEAST_SNR_DB,
};

function judged(estimate: PulseEstimate, recording: Recording): PulseReading {
  if (!Number.isFinite(estimate.f0)) {
    const wave = new Float64Array(recording.length);
    return {
      estimate,
      pulse: { wave, source: '', snrDb: LEAST_SNR_DB, edgesHz: [] },
      verdict: NOTHING,
    };
  }
  const pulse = pulseWave(estimate, recording.rate);
  return { estimate, pulse, verdict: judge(estimate, recording, pulse.wave) };
}
