// SPDX-License-Identifier: Apache-2.0
import {
  EVIDENCE_LIMITS,
  type Evidence,
  type IntervalUse,
} from '@perfuse/contract/results/evidence';
import type { Rhythm } from '../beats/rhythm.ts';
import type { Recording } from '../frames/recording.ts';
import { DECIMATION, decimated, FULL_SIZE } from '../pulse/decimate.ts';
import type { PulseEstimate } from '../pulse/estimate.ts';
import { candidates, HARMONIC_LINE_HZ, LINE_HZ } from '../pulse/pool.ts';
import type { PulseWave } from '../pulse/wave.ts';
import type { Spectrum } from '../signal/spectrum.ts';

/** Spacing of the spectrum's points, Hz: finer than the width of a heart's line. */
const STEP_HZ = 0.015;

export interface EvidenceInput {
  readonly recording: Recording;
  readonly estimate: PulseEstimate;
  readonly pulse: PulseWave;
  /** Null when the pulse was rejected: beats of a false wave are meaningless. */
  readonly rhythm: Rhythm | null;
  /** Why the pulse was rejected; null when it was accepted. */
  readonly withheld: string | null;
}

/**
 * The basis of a result, or of its refusal, reduced to what a screen can draw. Amounts are rounded as they are encoded.
 */
export function evidenceOf(input: EvidenceInput): Evidence {
  const { recording, estimate, rhythm, withheld } = input;
  const beatsMs = rhythm === null ? [] : beatTimes(rhythm);
  return {
    withheld,
    wave: { rateHz: recording.rate, samples: samplesOf(input) },
    beatsMs,
    intervals: rhythm === null ? [] : usesOf(rhythm).slice(0, Math.max(0, beatsMs.length - 1)),
    spectrum: {
      ...spectrumOf(estimate.spectrum, estimate.band.lowHz, estimate.band.highHz),
      peakHz: rounded(estimate.f0, 10_000),
      lineHz: LINE_HZ,
      harmonicHz: HARMONIC_LINE_HZ,
    },
    methods: methodsOf(estimate, recording.rate),
  };
}

/** Never -0, which JSON does not have. */
const rounded = (value: number, per: number): number => Math.round(value * per) / per + 0;

function samplesOf({ recording, pulse, rhythm }: EvidenceInput): (number | null)[] {
  const polarity = rhythm?.polarity ?? 1;
  const { maxAmplitude, maxSamples } = EVIDENCE_LIMITS;
  const samples: (number | null)[] = [];
  for (const value of pulse.wave.subarray(0, maxSamples)) {
    const isKnown = recording.usable[samples.length] === 1 && Number.isFinite(value);
    const within = Math.max(-maxAmplitude, Math.min(maxAmplitude, polarity * value));
    samples.push(isKnown ? rounded(within, 1000) : null);
  }
  return samples;
}

/** Whole milliseconds; beats are at least a quarter of a second apart, so no two share one. */
const beatTimes = ({ beats }: Rhythm): number[] =>
  Array.from(beats.timesS.subarray(0, EVIDENCE_LIMITS.maxBeats), (s) => Math.round(1000 * s));

/** An interval counts when variability was computed from it; when beats were too uncertain, none counts. */
function usesOf({ intervals, timed, irregular, countFault }: Rhythm): IntervalUse[] {
  return Array.from(intervals.accepted, (accepted, k) => {
    if (countFault === null && irregular.irregular[k] === 1) return 'irregular';
    return timed && accepted === 1 ? 'counted' : 'left-out';
  });
}

function spectrumOf(
  { power, binHz }: Spectrum,
  lowHz: number,
  highHz: number,
): Pick<Evidence['spectrum'], 'fromHz' | 'stepHz' | 'power'> {
  const group = Math.max(1, Math.round(STEP_HZ / binHz));
  const first = Math.ceil(lowHz / binHz);
  const count = Math.max(1, Math.floor((highHz / binHz - first) / group) + 1);
  const points = Array.from({ length: Math.min(count, EVIDENCE_LIMITS.maxBins) }, (_, k) =>
    Math.max(0, ...power.subarray(first + k * group, first + (k + 1) * group)),
  );
  const highest = points.reduce((most, one) => Math.max(most, one), 0);
  return {
    fromHz: first * binHz,
    stepHz: group * binHz,
    power: points.map((one) => (highest > 0 ? rounded(one / highest, 10_000) : 0)),
  };
}

function methodsOf({ waves, band }: PulseEstimate, rate: number): Evidence['methods'] {
  const shown = waves.slice(0, EVIDENCE_LIMITS.maxMethods);
  const series = shown.map(({ wave }) => decimated(wave));
  const found = candidates(series, rate / DECIMATION, band, FULL_SIZE);
  const shares = shown.map(({ trust, snrDb }) => trust * 10 ** (snrDb / 10));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shown.map(({ id, snrDb }, k) => ({
    id,
    rate: rounded(60 * (found[k]?.peakHz ?? 0), 100),
    snrDb: rounded(snrDb, 100),
    weight: total > 0 ? rounded((shares[k] ?? 0) / total, 100) : 0,
  }));
}
