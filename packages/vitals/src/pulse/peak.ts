// SPDX-License-Identifier: Apache-2.0
import { refinedPeakHz, type Spectrum } from '../signal/spectrum.ts';
import type { Band } from './method.ts';

const HARMONIC_SHARE = 0.4;

/** A possible heart frequency: a local maximum of the score. */
export interface Peak {
  readonly hz: number;
  readonly score: number;
}

/**
 * Local maxima of score(f) = A(f) + 0.4 min(A(2f), A(f)), best first. A pulse has a second harmonic, so a
 * frequency whose double also shows is likelier the heart's than its double is. The first and the last bin of the
 * band have nothing beyond them to be higher than, so a spectrum that falls from an edge has no peak there.
 */
export function peaks(spectrum: Spectrum, band: Band): Peak[] {
  const { power, binHz } = spectrum;
  const score = new Float64Array(power.length);
  for (let i = 0; i < power.length; i++) {
    const double = 2 * i < power.length ? (power[2 * i] ?? 0) : 0;
    score[i] = (power[i] ?? 0) + HARMONIC_SHARE * Math.min(power[i] ?? 0, double);
  }
  const found: Peak[] = [];
  const from = Math.ceil(band.lowHz / binHz) + 1;
  const to = Math.min(power.length - 1, Math.floor(band.highHz / binHz)) - 1;
  for (let i = from; i <= to; i++) {
    const here = score[i] ?? 0;
    if (!(here > (score[i - 1] ?? 0)) || !(here >= (score[i + 1] ?? 0))) continue;
    found.push({ hz: refinedPeakHz({ binHz, power: score }, i), score: here });
  }
  return found.sort((a, b) => b.score - a.score);
}
