// SPDX-License-Identifier: Apache-2.0
import { anew, normaliseInBand, type Place, type Spectrum } from '../signal/spectrum.ts';
import type { Band } from './method.ts';
import { peaks, type Peak } from './peak.ts';
import { candidateOf, penalise, pooled, spectraInBand, type Candidate } from './pool.ts';

/** Candidate waves and nuisances of one length. */
export interface SpectrumInputs {
  readonly waves: readonly Float64Array[];
  readonly nuisance: readonly Float64Array[];
  /** Samples/s. */
  readonly rate: number;
  readonly band: Band;
}

/** The result for one part of the waves. */
export interface SpectralEstimate {
  readonly candidates: readonly Candidate[];
  /** Trust in each candidate, 0..1. */
  readonly trust: readonly number[];
  /** Pooled and penalised, sum 1. */
  readonly spectrum: Spectrum;
  /** Best first. */
  readonly peaks: readonly Peak[];
}

/**
 * Pools the candidates over `[start, end)` and lists the peaks.
 * @param size least transform size. @param place provides the arrays of the spectra; by default new ones.
 */
export function spectralEstimate(
  { waves, nuisance, rate, band }: SpectrumInputs,
  trustOf: (found: readonly Candidate[]) => readonly number[],
  start: number,
  end: number,
  size: number,
  place: Place = anew,
): SpectralEstimate {
  const spectra = spectraInBand([...waves, ...nuisance], rate, start, end, band, size, place);
  const found = spectra.slice(0, waves.length).map((spectrum) => candidateOf(spectrum, band));
  const trust = trustOf(found);
  const bins = spectra[0]?.power.length ?? 1;
  const spectrum = pooled(found, trust, place(spectra.length, bins));
  penalise(spectrum, spectra.slice(waves.length), band, place(spectra.length + 1, bins));
  normaliseInBand(spectrum, band.lowHz, band.highHz);
  return { candidates: found, trust, spectrum, peaks: peaks(spectrum, band) };
}
