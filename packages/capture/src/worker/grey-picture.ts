// SPDX-License-Identifier: Apache-2.0
/** How sharp and how noisy a small grey picture is. */

/** Levels 0..255, row by row. */
export interface GreyPicture {
  readonly levels: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** Taps of the moving average, and half of them. */
const TAPS = 9;
const REACH = TAPS >> 1;

/** Lines of a picture along one direction, in pixels. */
interface Lines {
  readonly count: number;
  /** From the beginning of a line to that of the next, and from a pixel to the next of its line. */
  readonly apart: number;
  readonly length: number;
  readonly step: number;
}

/** The share of the differences between neighbours that stays when the lines are smoothed. */
function blurAlong(levels: Float32Array, { count, apart, length, step }: Lines): number {
  let [all, lost] = [0, 0];
  const [ahead, behind] = [REACH * step, (REACH + 1) * step];
  for (let line = 0; line < count; line += 1) {
    const end = line * apart + (length - REACH) * step;
    for (let at = line * apart + behind; at < end; at += step) {
      const difference = Math.abs((levels[at] ?? 0) - (levels[at - step] ?? 0));
      // The averages of nine around two neighbours differ by what enters and what leaves.
      const smoothed = Math.abs((levels[at + ahead] ?? 0) - (levels[at - behind] ?? 0)) / TAPS;
      all += difference;
      lost += Math.max(0, difference - smoothed);
    }
  }
  return all === 0 ? 0 : (all - lost) / all;
}

/**
 * How blurred a picture is, 0..1: a sharp one loses most of its differences between neighbouring pixels when it is
 * smoothed, a blurred one hardly any. A ratio, so it does not depend on how bright or rich in contrast the picture is.
 * Crete, Dolmière, Ladret, Nicolas: The blur effect, Proc. SPIE 6492 (2007), doi:10.1117/12.702790.
 * @returns 0 for a picture without any differences, or too small to tell.
 */
export function blurOf({ levels, width, height }: GreyPicture): number {
  if (width <= 2 * TAPS || height <= 2 * TAPS) return 0;
  const across = { count: height, apart: width, length: width, step: 1 };
  const down = { count: width, apart: 1, length: height, step: width };
  return Math.max(blurAlong(levels, across), blurAlong(levels, down));
}

/** Median of the absolute values of a normal distribution, in standard deviations. */
const MEDIAN_OF_NORMAL = 0.6745;
/** Gain of the mask for white noise. */
const MASK_GAIN = 6;
/** The median is counted, not sorted for. */
const BINS_PER_LEVEL = 4;
const BINS = 256 * BINS_PER_LEVEL;

/**
 * Standard deviation of a pixel's noise, levels: the difference of two Laplacians, which structure hardly passes; its
 * median instead of its mean, so that edges do not count. Immerkær: Fast noise variance estimation, Computer Vision and
 * Image Understanding 64 (1996) 300, doi:10.1006/cviu.1996.0060.
 * @returns 0 for a picture too small to tell.
 */
export function noiseOf({ levels, width, height }: GreyPicture): number {
  if (width < 3 || height < 3) return 0;
  const counts = new Uint32Array(BINS);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const [above, below] = [at - width, at + width];
      const found =
        (levels[above - 1] ?? 0) +
        (levels[above + 1] ?? 0) -
        2 * (levels[above] ?? 0) +
        (levels[below - 1] ?? 0) +
        (levels[below + 1] ?? 0) -
        2 * (levels[below] ?? 0) -
        2 * ((levels[at - 1] ?? 0) + (levels[at + 1] ?? 0) - 2 * (levels[at] ?? 0));
      const bin = Math.min(BINS - 1, Math.floor(Math.abs(found) * BINS_PER_LEVEL));
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
  }
  let left = ((width - 2) * (height - 2)) / 2;
  const median = counts.findIndex((count) => (left -= count) <= 0) / BINS_PER_LEVEL;
  return median / (MEDIAN_OF_NORMAL * MASK_GAIN);
}
