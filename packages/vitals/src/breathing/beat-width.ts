// SPDX-License-Identifier: Apache-2.0
import { riseAround, type Beats } from '../beats/detect.ts';

/** Longest fall that still belongs to a beat, s. */
const MAX_FALL_S = 1.5;

/**
 * Time for which each beat is above the midpoint between its foot and its crest, s; NaN where it has no complete rise
 * or fall (Lázaro et al. 2015, doi:10.1088/0967-3334/36/11/2317).
 * @param wave uniform, upwards means more blood, rate in samples/s.
 */
export function beatWidths(wave: Float64Array, rate: number, { timesS }: Beats): Float64Array {
  return timesS.map(
    (time) => widthAt(wave, Math.round(time * rate), Math.ceil(MAX_FALL_S * rate)) / rate,
  );
}

function widthAt(wave: Float64Array, upslope: number, maxFall: number): number {
  const at = (i: number): number => wave[i] ?? 0;
  const { foot, crest } = riseAround(wave, upslope);
  if (foot === 0 || crest >= wave.length - 1 || crest === foot) return Number.NaN;
  const middle = (at(foot) + at(crest)) / 2;
  let up = foot + 1;
  while (up < crest && at(up) < middle) up++;
  let down = crest + 1;
  const end = Math.min(wave.length - 1, crest + maxFall);
  while (down < end && at(down) > middle) down++;
  if (at(down) > middle) return Number.NaN;
  const crossing = (i: number): number => i - (at(i) - middle) / (at(i) - at(i - 1));
  return crossing(down) - crossing(up);
}
