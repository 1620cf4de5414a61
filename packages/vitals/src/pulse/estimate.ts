// SPDX-License-Identifier: Apache-2.0
import { zeros } from '../signal/scratch.ts';
import { once } from '../frames/once.ts';
import type { Recording } from '../frames/recording.ts';
import { masked } from '../signal/elementwise.ts';
import { workspace, type Spectrum } from '../signal/spectrum.ts';
import { standardised } from '../signal/statistics.ts';
import { CHROM } from './chrom.ts';
import { DECIMATION, decimated, FULL_SIZE } from './decimate.ts';
import { GREEN } from './green.ts';
import {
  spectralEstimate,
  type SpectralEstimate,
  type SpectrumInputs,
} from './spectral-estimate.ts';
import { coloursOf, eachChannel, logsOf, type LogTrace } from './logs.ts';
import type { Band, PulseMethod } from './method.ts';
import { nuisanceOf, type Nuisance } from './nuisance.ts';
import { movingPath, steadyPath, withMean, type RatePath } from './path.ts';
import type { Peak } from './peak.ts';
import { MIN_SNR_DB, lineSnrDb, type Candidate } from './pool.ts';
import { POS } from './pos.ts';
import { rectifier, type Rectifier } from './rectify.ts';
import { ridgePath } from './ridge-path.ts';
import { bloodShare, signatureAt, type Signature } from './signature.ts';
import { LEARNED_ID, capLearnedWeight } from './learned.ts';

/** The methods that are pooled. */
export const PULSE_METHODS: readonly PulseMethod[] = [POS, CHROM, GREEN];

/** Band in which a pulse is searched, Hz: 39 to 240 beats a minute. */
const BAND: Band = { lowHz: 0.65, highHz: 4 };
/** Share of the frame rate above which frequencies are not trusted. */
export const FPS_SHARE = 0.45;
const PART_SIZE = 1024;
/** Overlapping parts of a recording that must have the same rate: at least this many, no further apart than this, s. */
const MIN_PARTS = 5;
const PART_STEP_S = 3.75;
const LONGEST_PART_S = 15;
const SHORTEST_PART_S = 6;

/** A pulse wave candidate of unit deviation. */
export interface Wave {
  readonly id: string;
  readonly wave: Float64Array;
  readonly snrDb: number;
  /** Its own SNR at the detected heart frequency, dB: about -6.5 where it sees no pulse. */
  readonly seenDb: number;
  /** 0..1: 0 when it shows light and not blood. */
  readonly trust: number;
}

/** The pulse of a recording according to the pooled spectrum; not yet judged. */
export interface PulseEstimate {
  readonly band: Band;
  /** Mean heart frequency, Hz; NaN when the spectrum is empty. */
  readonly f0: number;
  /** Course of the heart frequency; its mean is `f0`. Everything below except the waves is computed along it. */
  readonly path: RatePath;
  /** Fused signal-to-noise ratio of the skin's colours, dB: a learned trace does not contribute to it. */
  readonly snrDb: number;
  /** Local maxima of the score, best first. */
  readonly peaks: readonly Peak[];
  /** On the recording's grid. */
  readonly waves: readonly Wave[];
  readonly rectified: Rectifier;
  /** Logs of the whole skin's colours on the recording's grid, rectified. */
  readonly skin: LogTrace;
  /** Logs of the colours of the parts of the face that show skin, as filmed; computed on demand. */
  readonly parts: () => readonly LogTrace[];
  /** Pooled spectrum after the motion penalty, sum 1. */
  readonly spectrum: Spectrum;
  /** Heart frequency of the overlapping parts of the recording, Hz; a part without a peak is left out. */
  readonly partsHz: readonly number[];
  /** Length of one part, s. */
  readonly partS: number;
  /** Colour of the oscillation at `f0`. */
  readonly signature: Signature;
  /** On the recording's grid. */
  readonly nuisance: Nuisance;
}

/** The pulse with its rate assumed constant, and with its rate followed. */
export interface PulseEstimates {
  readonly steady: PulseEstimate;
  /**
   * Null where the rate is constant, the recording is too short to follow it, a stretch of it shows no peak at all, or
   * following makes the pulse no clearer.
   */
  readonly moving: PulseEstimate | null;
}

/**
 * Finds the heart frequency in a recording: rectified methods pooled by SNR with a motion penalty.
 * @param previousHz heart frequency shown last: of similar peaks, the one near it is chosen.
 * @param methods what to pool; another set than the default is for comparison.
 */
export function estimatePulse(
  recording: Recording,
  previousHz?: number,
  methods: readonly PulseMethod[] = PULSE_METHODS,
): PulseEstimates {
  const { rate, length } = recording;
  const band = { lowHz: BAND.lowHz, highHz: Math.min(BAND.highHz, FPS_SHARE * recording.fps) };
  const nuisance = nuisanceOf(recording, band);
  const rectified = rectifier(recording.background, recording.usable, rate);
  const skin = eachChannel(logsOf(recording.skin), rectified);
  const colours = coloursOf(skin);
  const waves = methods.map((method) => ({
    id: method.id,
    wave: masked(standardised(method.extract(colours, rate, band)), recording.usable),
  }));
  const parts = once(() => recording.parts().map(logsOf));
  const prepared = { band, nuisance, rectified, skin, parts, waves, rate };
  const standing = steadyPath(Number.NaN, length);
  const whole = lookAlong(standing, prepared, previousHz);
  const steady = withParts(whole, prepared);
  const ridge = stands(steady) ? null : followed(whole);
  if (ridge === null) return { steady, moving: null };
  const along = lookAlong(movingPath(ridge), prepared, previousHz);
  const gains = along.snrDb >= steady.snrDb + MIN_GAIN_DB;
  return { steady, moving: gains ? withParts(along, prepared) : null };
}

/** The common input of every look at the recording. */
interface Prepared {
  readonly band: Band;
  readonly nuisance: Nuisance;
  readonly rectified: Rectifier;
  readonly skin: LogTrace;
  readonly parts: () => readonly LogTrace[];
  readonly waves: readonly { readonly id: string; readonly wave: Float64Array }[];
  /** Samples/s. */
  readonly rate: number;
}

function inputsOf(
  { waves, nuisance, rate, band }: Prepared,
  { straightened }: RatePath,
): SpectrumInputs {
  const ready = (series: Float64Array): Float64Array => decimated(straightened(series));
  return {
    waves: waves.map(({ wave }) => ready(wave)),
    nuisance: [...nuisance.motion, ...nuisance.light].map(ready),
    rate: rate / DECIMATION,
    band,
  };
}

/** For spectra of which only peaks or powers are kept: they share one workspace. */
const shortly = workspace();

/** The whole recording on a time that runs along a path. */
interface Look {
  readonly path: RatePath;
  readonly inputs: SpectrumInputs;
  readonly skin: LogTrace;
  readonly whole: SpectralEstimate;
  readonly f0: number;
  readonly snrDb: number;
}

function lookAlong(path: RatePath, prepared: Prepared, previousHz?: number): Look {
  const { waves, rate } = prepared;
  const inputs = inputsOf(prepared, path);
  const length = inputs.waves[0]?.length ?? 0;
  const skin = eachChannel(prepared.skin, (logs) => logs.map(path.straightened));
  const trustOf = (found: readonly Candidate[]): number[] =>
    capLearnedWeight(
      waves,
      found,
      waves.map(({ id }, i) =>
        id === GREEN.id ? bloodShare(signatureAt(skin, rate, found[i]?.peakHz ?? BAND.lowHz)) : 1,
      ),
    );
  const whole = spectralEstimate(inputs, trustOf, 0, length, FULL_SIZE);
  const f0 = choose(whole.peaks, previousHz);
  // A learned trace locates the pulse; its clarity is determined by the skin's colours alone.
  const isLearned = waves.map(({ id }) => id === LEARNED_ID);
  const ofSkin = whole.trust.map((trust, i) => (isLearned[i] === true ? 0 : trust));
  const { spectrum } = isLearned.includes(true)
    ? spectralEstimate(inputs, () => ofSkin, 0, length, FULL_SIZE, shortly)
    : whole;
  return { path, inputs, skin, whole, f0, snrDb: lineSnrDb(spectrum, f0) };
}

/** The same look, with the parts of the recording. */
function withParts(look: Look, prepared: Prepared): PulseEstimate {
  const { path, inputs, skin, whole, f0, snrDb } = look;
  const { waves, rate } = prepared;
  const length = inputs.waves[0]?.length ?? 0;
  const partS = partLength(length / inputs.rate);
  const count = Math.max(MIN_PARTS, 1 + Math.ceil((length / inputs.rate - partS) / PART_STEP_S));
  const partsHz = partsOf(length, Math.round(partS * inputs.rate), count).flatMap(
    ([start, end]) => {
      const part = spectralEstimate(inputs, () => whole.trust, start, end, PART_SIZE, shortly);
      return part.peaks.slice(0, 1).map(({ hz }) => hz);
    },
  );
  return {
    ...prepared,
    f0,
    path: withMean(path, f0),
    snrDb,
    peaks: whole.peaks,
    waves: waves.map(({ id, wave }, i) => ({
      id,
      wave,
      snrDb: whole.candidates[i]?.snrDb ?? MIN_SNR_DB,
      seenDb: seenAt(f0, whole.candidates[i]),
      trust: whole.trust[i] ?? 0,
    })),
    spectrum: whole.spectrum,
    partsHz,
    partS,
    signature: signatureAt(skin, rate, f0, prepared.nuisance.motion.map(path.straightened)),
  };
}

function seenAt(hz: number, candidate: Candidate | undefined): number {
  return candidate === undefined ? MIN_SNR_DB : lineSnrDb(candidate.spectrum, hz);
}

/** Windows short enough for the rate to be constant in them, and their spacing, s. */
const WINDOW_S = 10;
const WINDOW_STEP_S = 1;
const WINDOW_SIZE = 1024;
/** With fewer windows the rate has no room to change. */
const MIN_WINDOWS = 6;

/** A smaller gain can come from warping time by chance, dB. */
const MIN_GAIN_DB = 0.5;
/** If all parts agree within this, there is nothing to follow, Hz. */
const STANDING_HZ = 1.5 / 60;

function stands({ partsHz, f0 }: PulseEstimate): boolean {
  return partsHz.length >= MIN_PARTS && partsHz.every((hz) => Math.abs(hz - f0) <= STANDING_HZ);
}

/**
 * Heart frequency at each sample of the recording's grid from the path through its windows' spectra; null without one.
 */
function followed({ path, inputs, whole }: Look): Float64Array | null {
  const length = inputs.waves[0]?.length ?? 0;
  const size = Math.round(WINDOW_S * inputs.rate);
  const step = Math.round(WINDOW_STEP_S * inputs.rate);
  const count = Math.floor((length - size) / step) + 1;
  if (count < MIN_WINDOWS) return null;
  const windows = Array.from({ length: count }, (_, k) => {
    const start = k * step;
    return spectralEstimate(inputs, () => whole.trust, start, start + size, WINDOW_SIZE, shortly)
      .peaks;
  });
  const ridge = ridgePath(windows);
  if (ridge === null) return null;
  const hz = zeros(path.hz.length);
  for (let i = 0; i < hz.length; i++) {
    const at = Math.max(0, Math.min(count - 1, (i / DECIMATION - size / 2) / step));
    const k = Math.min(count - 2, Math.floor(at));
    hz[i] = (ridge[k] ?? 0) + (at - k) * ((ridge[k + 1] ?? 0) - (ridge[k] ?? 0));
  }
  return hz;
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

function partLength(durationS: number): number {
  return Math.min(LONGEST_PART_S, Math.max(SHORTEST_PART_S, durationS / 2), durationS);
}

function partsOf(length: number, part: number, count: number): [start: number, end: number][] {
  return Array.from({ length: count }, (_, k) => {
    const start = Math.round((k * (length - part)) / (count - 1));
    return [start, start + part];
  });
}
