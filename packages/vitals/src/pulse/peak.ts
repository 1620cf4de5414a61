// SPDX-License-Identifier: Apache-2.0
import type { Spectrum } from '../signal/spectrum.ts';
import { vertexAt } from '../signal/vertex.ts';
import type { Band } from './method.ts';

const HARMONIC_SHARE = 0.4;

/** A possible heart frequency: a local maximum of the score. */
export interface Peak {
  readonly hz: number;
  readonly score: number;
}

/**
 * Local maxima of score(f) = A(f) + 0.4 min(A(2f), A(f)), best first. A pulse has a second harmonic, so a frequency
 * with power at its double is more likely the heart's than the double is. The first and the last bin of the band have
 * no outer neighbour to exceed, so a spectrum that falls from an edge has no peak there.
 */
export function peaks(spectrum: Spectrum, band: Band): Peak[] {
  const { power, binHz } = spectrum;
  const found: Peak[] = [];
  const from = Math.ceil(band.lowHz / binHz) + 1;
  const to = Math.min(power.length - 1, Math.floor(band.highHz / binHz)) - 1;
  let before = scoreAt(power, from - 1);
  let here = scoreAt(power, from);
  for (let i = from; i <= to; i++) {
    const after = scoreAt(power, i + 1);
    if (here > before && here >= after) {
      found.push({ hz: vertexAt(i, before, here, after) * binHz, score: here });
    }
    before = here;
    here = after;
  }
  return found.sort((a, b) => b.score - a.score);
}

function scoreAt(power: Float64Array, i: number): number {
  const here = power[i] ?? 0;
  const double = 2 * i < power.length ? (power[2 * i] ?? 0) : 0;
  return here + HARMONIC_SHARE * Math.min(here, double);
}
