// SPDX-License-Identifier: Apache-2.0
import { zeros } from '../signal/scratch.ts';
import { bandPassAll } from '../signal/butterworth.ts';
import { addTimes } from '../signal/elementwise.ts';
import { standardised } from '../signal/statistics.ts';
import { DECIMATION, decimated, FULL_SIZE } from './decimate.ts';
import type { PulseEstimate, Wave } from './estimate.ts';
import { GREEN } from './green.ts';
import { LEARNED_ID } from './learned.ts';
import { candidates, MIN_SNR_DB, lineSnrDb } from './pool.ts';

/** The pulse wave that beats are read from. */
export interface PulseWave {
  /** Unit deviation, rising with the blood in the skin, on the recording's grid. */
  readonly wave: Float64Array;
  /** Methods mixed in it, joined by `+`. */
  readonly source: string;
  readonly snrDb: number;
  /** Edges of the high-passes that were applied to the wave, Hz. */
  readonly edgesHz: readonly number[];
}

/**
 * Mixes the methods' waves by their SNR, in the band of the fundamental and its second harmonic. The mix without GREEN
 * is formed too and the cleaner of the two kept. A learned trace is named and not mixed in: beats are timed by the
 * wave's shape, and that of a network's wave need not be the pulse's.
 */
export function pulseWave(estimate: PulseEstimate, rate: number): PulseWave {
  const { f0, path } = estimate;
  const waves = estimate.waves.filter(({ id }) => id !== LEARNED_ID);
  const helpers = estimate.waves.filter(({ id, trust }) => id === LEARNED_ID && trust > 0);
  const low = Math.max(0.5, 0.6 * f0);
  const high = Math.min(estimate.band.highHz, 2.4 * f0 + 0.6);
  const mixes = [waves, waves.filter(({ id }) => id !== GREEN.id)]
    .map((mix) => mix.filter(({ trust }) => trust > 0))
    .filter((mix) => mix.length > 0);
  const mixed = bandPassAll(mixes.map(sumOf), rate, low, high).map(standardised);
  const seen = candidates(
    mixed.map((wave) => decimated(path.straightened(wave))),
    rate / DECIMATION,
    estimate.band,
    FULL_SIZE,
  );
  return mixed
    .map((wave, k): PulseWave => {
      const spectrum = seen[k]?.spectrum;
      return {
        wave,
        source: [...(mixes[k] ?? []), ...helpers].map(({ id }) => id).join('+'),
        edgesHz: [estimate.band.lowHz, low],
        snrDb: spectrum === undefined ? MIN_SNR_DB : lineSnrDb(spectrum, f0),
      };
    })
    .reduce((a, b) => (b.snrDb > a.snrDb ? b : a));
}

function sumOf(waves: readonly Wave[]): Float64Array {
  const out = zeros(waves[0]?.wave.length ?? 0);
  for (const { wave, snrDb, trust } of waves) addTimes(out, wave, trust * 10 ** (snrDb / 10));
  return out;
}
