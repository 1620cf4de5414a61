// SPDX-License-Identifier: Apache-2.0
import type { ColourTrace, Recording } from '../frames/recording.ts';
import { standardised } from '../signal/statistics.ts';
import { normalisedInBand, powerSpectra, smoothed, type Spectrum } from '../signal/spectrum.ts';
import { CHROM } from './chrom.ts';
import { GREEN } from './green.ts';
import type { Band, PulseMethod } from './method.ts';
import { nuisanceOf, type Nuisance } from './nuisance.ts';
import { peaks, type Peak } from './peak.ts';
import { candidates, lineSnrDb, penalised, pooled, type Candidate } from './pool.ts';
import { POS } from './pos.ts';
import { rectify } from './rectify.ts';
import { bloodShare, signatureAt, type Signature } from './signature.ts';

export const PULSE_METHODS: readonly PulseMethod[] = [POS, CHROM, GREEN];

/** Band a pulse is looked for in, Hz: 39 to 240 beats a minute. */
const BAND: Band = { lowHz: 0.65, highHz: 4 };
/** Share of the frame rate above which frequencies are not trusted. */
const FPS_SHARE = 0.45;
/** Spectra are taken from every second sample: nothing is left above 4 Hz. */
const DECIMATION = 2;
const FULL_SIZE = 4096;
const PART_SIZE = 2048;
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
  readonly f0: number;
  /** Fused signal-to-noise ratio, dB. */
  readonly snrDb: number;
  /** Local maxima of the score, best first. */
  readonly peaks: readonly Peak[];
  readonly waves: readonly Wave[];
  /** Whole-skin colours with the light's changes taken out. */
  readonly skin: ColourTrace;
  readonly spectrum: Spectrum;
  /** Heart frequency of overlapping parts of the recording, Hz. */
  readonly partsHz: readonly number[];
  readonly partS: number;
  /** Each method's own frequency, Hz. */
  readonly methodsHz: readonly number[];
  /** Colour of the oscillation at `f0`. */
  readonly signature: Signature;
  readonly nuisance: Nuisance;
  readonly motionSpectrum: readonly Spectrum[];
}

/** The band for a recording of this many frames/s. */
export function bandFor(fps: number): Band {
  return { lowHz: BAND.lowHz, highHz: Math.min(BAND.highHz, FPS_SHARE * fps) };
}

/** Finds the heart frequency in a recording: rectified methods pooled by SNR under a motion penalty. */
export function estimatePulse(recording: Recording, previousHz?: number): PulseEstimate {
  const band = bandFor(recording.fps);
  const nuisance = nuisanceOf(recording, band);
  const skin = rectify(recording.skin, recording.background, recording.usable, recording.rate);
  const waves = PULSE_METHODS.map((method) =>
    masked(standardised(method.extract(skin, recording.rate, band)), recording.usable),
  );
  const thin = waves.map(decimated);
  const disturbers = [...nuisance.motion, ...nuisance.light].map(decimated);
  const rate = recording.rate / DECIMATION;
  const length = thin[0]?.length ?? 0;
  const trustOf = (found: readonly Candidate[]): number[] =>
    PULSE_METHODS.map((method, i) =>
      method === GREEN
        ? bloodShare(signatureAt(skin, recording.rate, found[i]?.peakHz ?? band.lowHz))
        : 1,
    );
  const whole = look(thin, trustOf, disturbers, rate, 0, length, band, FULL_SIZE);
  const best = choose(whole.peaks, previousHz);
  const partS = partLength(length / rate);
  return {
    band,
    f0: best,
    snrDb: lineSnrDb(whole.spectrum, best),
    peaks: whole.peaks,
    waves: waves.map((wave, i) => ({
      id: PULSE_METHODS[i]?.id ?? '',
      wave,
      snrDb: whole.candidates[i]?.snrDb ?? -40,
      trust: whole.trust[i] ?? 1,
    })),
    skin,
    spectrum: whole.spectrum,
    partsHz: partStarts(length, Math.round(partS * rate)).map(([start, end]) =>
      peakHz(look(thin, () => whole.trust, disturbers, rate, start, end, band, PART_SIZE).peaks),
    ),
    partS,
    methodsHz: whole.candidates.map(({ spectrum }) => peakHz(peaks(spectrum, band))),
    signature: signatureAt(skin, recording.rate, best),
    nuisance,
    motionSpectrum: whole.nuisance,
  };
}

interface Look {
  readonly spectrum: Spectrum;
  readonly peaks: Peak[];
  readonly candidates: readonly Candidate[];
  readonly trust: readonly number[];
  readonly nuisance: readonly Spectrum[];
}

function look(
  waves: readonly Float64Array[],
  trustOf: (found: readonly Candidate[]) => readonly number[],
  disturbers: readonly Float64Array[],
  rate: number,
  start: number,
  end: number,
  band: Band,
  size: number,
): Look {
  const found = candidates(waves, rate, start, end, band, size);
  const nuisance = powerSpectra(disturbers, rate, start, end, band.highHz, size).map((raw) =>
    normalisedInBand(smoothed(raw, 0.05), band.lowHz, band.highHz),
  );
  const trust = trustOf(found);
  const spectrum = penalised(pooled(found, trust, band), nuisance, band);
  return { spectrum, peaks: peaks(spectrum, band), candidates: found, trust, nuisance };
}

function peakHz(found: readonly Peak[]): number {
  return found[0]?.hz ?? Number.NaN;
}

/** A peak near the previous one is kept while it scores at least this share of the best. */
const CONTINUITY_SHARE = 0.7;
const CONTINUITY_HZ = 0.1;

function choose(found: readonly Peak[], previousHz: number | undefined): number {
  const best = found[0];
  if (best === undefined || previousHz === undefined) return peakHz(found);
  const near = found.find(
    (peak) =>
      Math.abs(peak.hz - previousHz) <= CONTINUITY_HZ &&
      peak.score >= CONTINUITY_SHARE * best.score,
  );
  return (near ?? best).hz;
}

function masked(wave: Float64Array, usable: Uint8Array): Float64Array {
  return wave.map((value, i) => (usable[i] === 1 ? value : 0));
}

function decimated(series: Float64Array): Float64Array {
  return Float64Array.from(
    { length: Math.ceil(series.length / DECIMATION) },
    (_, i) => series[i * DECIMATION] ?? 0,
  );
}

function partLength(durationS: number): number {
  return Math.min(LONGEST_PART_S, Math.max(SHORTEST_PART_S, durationS / 2), durationS);
}

function partStarts(length: number, part: number): [number, number][] {
  return Array.from({ length: PARTS }, (_, k) => {
    const start = Math.round((k * (length - part)) / (PARTS - 1));
    return [start, start + part];
  });
}
