// SPDX-License-Identifier: Apache-2.0
import type { Recording } from '../frames/recording.ts';
import type { Spectrum } from '../signal/spectrum.ts';
import { standardised } from '../signal/statistics.ts';
import { CHROM } from './chrom.ts';
import { DECIMATION, decimated, FULL_SIZE } from './decimate.ts';
import { GREEN } from './green.ts';
import { spectralEstimate, type SpectrumInputs } from './spectral-estimate.ts';
import { coloursOf, eachChannel, logsOf, type LogTrace } from './logs.ts';
import type { Band, PulseMethod } from './method.ts';
import { nuisanceOf, type Nuisance } from './nuisance.ts';
import type { Peak } from './peak.ts';
import { lineSnrDb, type Candidate } from './pool.ts';
import { POS } from './pos.ts';
import { rectifier, type Rectifier } from './rectify.ts';
import { bloodShare, signatureAt, type Signature } from './signature.ts';

/** The methods that are pooled. */
export const PULSE_METHODS: readonly PulseMethod[] = [POS, CHROM, GREEN];

/** Band a pulse is looked for in, Hz: 39 to 240 beats a minute. */
const BAND: Band = { lowHz: 0.65, highHz: 4 };
/** Share of the frame rate above which frequencies are not trusted. */
const FPS_SHARE = 0.45;
const PART_SIZE = 2048;
/** Overlapping parts of a recording that must tell the same rate. */
const PARTS = 5;
const LONGEST_PART_S = 15;
const SHORTEST_PART_S = 6;

/** A pulse wave candidate of unit deviation. */
export interface Wave {
  readonly id: string;
  readonly wave: Float64Array;
  readonly snrDb: number;
  /** 0..1: 0 when what it shows is light, not blood. */
  readonly trust: number;
}

/** What the pooled spectrum says about the pulse of a recording; not yet judged. */
export interface PulseEstimate {
  readonly band: Band;
  /** Heart frequency, Hz; NaN when the spectrum is empty. */
  readonly f0: number;
  /** Fused signal-to-noise ratio, dB. */
  readonly snrDb: number;
  /** Local maxima of the score, best first. */
  readonly peaks: readonly Peak[];
  readonly waves: readonly Wave[];
  readonly rectified: Rectifier;
  /** Logs of the whole skin's colours, rectified. */
  readonly skin: LogTrace;
  /** Pooled spectrum under the motion penalty, sum 1. */
  readonly spectrum: Spectrum;
  /** Heart frequency of the overlapping parts of the recording that show one, Hz; a part without a peak abstains. */
  readonly partsHz: readonly number[];
  /** Length of one part, s. */
  readonly partS: number;
  /** Colour of the oscillation at `f0`. */
  readonly signature: Signature;
  readonly nuisance: Nuisance;
}

/**
 * Finds the heart frequency in a recording: rectified methods pooled by SNR under a motion penalty.
 * @param previousHz heart frequency shown last: between peaks nearly alike the one near it is taken.
 * @param methods what to pool; another set than the default is for comparison.
 */
export function estimatePulse(
  recording: Recording,
  previousHz?: number,
  methods: readonly PulseMethod[] = PULSE_METHODS,
): PulseEstimate {
  const { rate } = recording;
  const band = { lowHz: BAND.lowHz, highHz: Math.min(BAND.highHz, FPS_SHARE * recording.fps) };
  const nuisance = nuisanceOf(recording, band);
  const rectified = rectifier(recording.background, recording.usable, rate);
  const skin = eachChannel(logsOf(recording.skin), rectified);
  const colours = coloursOf(skin);
  const waves = methods.map((method) =>
    masked(standardised(method.extract(colours, rate, band)), recording.usable),
  );
  const inputs: SpectrumInputs = {
    waves: waves.map(decimated),
    nuisance: [...nuisance.motion, ...nuisance.light].map(decimated),
    rate: rate / DECIMATION,
    band,
  };
  const length = inputs.waves[0]?.length ?? 0;
  const trustOf = (found: readonly Candidate[]): number[] =>
    methods.map((method, i) =>
      method === GREEN ? bloodShare(signatureAt(skin, rate, found[i]?.peakHz ?? BAND.lowHz)) : 1,
    );
  const whole = spectralEstimate(inputs, trustOf, 0, length, FULL_SIZE);
  const f0 = choose(whole.peaks, previousHz);
  const partS = partLength(length / inputs.rate);
  const partsHz = partsOf(length, Math.round(partS * inputs.rate)).flatMap(([start, end]) => {
    const part = spectralEstimate(inputs, () => whole.trust, start, end, PART_SIZE);
    return part.peaks.slice(0, 1).map(({ hz }) => hz);
  });
  return {
    band,
    f0,
    snrDb: lineSnrDb(whole.spectrum, f0),
    peaks: whole.peaks,
    waves: methods.map(({ id }, i) => ({
      id,
      wave: waves[i] ?? new Float64Array(0),
      snrDb: whole.candidates[i]?.snrDb ?? -40,
      trust: whole.trust[i] ?? 0,
    })),
    rectified,
    skin,
    spectrum: whole.spectrum,
    partsHz,
    partS,
    signature: signatureAt(skin, rate, f0),
    nuisance,
  };
}

/** A peak near the previous one is kept while it scores at least this share of the best. */
const CONTINUITY_SHARE = 0.7;
const CONTINUITY_HZ = 0.1;

function choose(found: readonly Peak[], previousHz: number | undefined): number {
  const best = found[0];
  if (best === undefined) return Number.NaN;
  if (previousHz === undefined) return best.hz;
  const near = found.find(
    (peak) =>
      Math.abs(peak.hz - previousHz) <= CONTINUITY_HZ &&
      peak.score >= CONTINUITY_SHARE * best.score,
  );
  return (near ?? best).hz;
}

function masked(wave: Float64Array, usable: Uint8Array): Float64Array {
  for (let i = 0; i < wave.length; i++) if (usable[i] !== 1) wave[i] = 0;
  return wave;
}

function partLength(durationS: number): number {
  return Math.min(LONGEST_PART_S, Math.max(SHORTEST_PART_S, durationS / 2), durationS);
}

function partsOf(length: number, part: number): [start: number, end: number][] {
  return Array.from({ length: PARTS }, (_, k) => {
    const start = Math.round((k * (length - part)) / (PARTS - 1));
    return [start, start + part];
  });
}
