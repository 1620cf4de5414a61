// SPDX-License-Identifier: Apache-2.0
/** How sharp and how noisy a small grey picture is. */

/** Levels 0..255, row by row. */
export interface GreyPicture {
  readonly levels: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** Values are counted, not sorted for. */
const BINS_PER_LEVEL = 4;
const BINS = 256 * BINS_PER_LEVEL;

/** How often each value was found. */
class Counts {
  readonly #bins = new Uint32Array(BINS);
  #count = 0;

  add(value: number): void {
    const bin = Math.min(BINS - 1, Math.floor(value * BINS_PER_LEVEL));
    this.#bins[bin] = (this.#bins[bin] ?? 0) + 1;
    this.#count += 1;
  }

  /** The value that this share of all is at or below; 0 of none. */
  quantile(share: number): number {
    let left = share * this.#count;
    return this.#bins.findIndex((count) => (left -= count) <= 0) / BINS_PER_LEVEL;
  }
}

/** Half the distance over which the whole height of an edge is taken, px: no edge is found to be wider than the double. */
const REACH = 8;
/** The steepest of the picture: its edges. */
const EDGES = 0.99;
/** Edges that are lower than this, in levels, are no edges. */
const LOWEST_EDGE = 12;
/** Three lines are averaged along an edge; of a slope over two pixels so much of a pixel's noise is left. */
const SLOPE_NOISE = Math.sqrt(2 / 3) / 2;
/** The steepest noise, in its standard deviations. */
const STEEPEST_NOISE = 2.5;

/**
 * How wide the strongest edges of a picture are, px: their height over their slope. A ratio, so it does not depend on how
 * bright the picture is; the slope is freed of what noise adds to it. After the edge width of Marziliano, Dufaux,
 * Winkler, Ebrahimi: A no-reference perceptual blur metric, Proc. ICIP 3 (2002) 57, doi:10.1109/ICIP.2002.1038902, with
 * quantiles in the place of an edge detector.
 * @param noise standard deviation of a pixel's noise, as {@link noiseOf} finds it.
 * @returns 0 for a picture without edges, or too small to tell.
 */
export function edgeWidthOf({ levels, width, height }: GreyPicture, noise: number): number {
  if (width <= 2 * REACH || height <= 2 * REACH) return 0;
  const slopes = new Counts();
  const heights = new Counts();
  for (const [step, aside] of [
    [1, width],
    [width, 1],
  ] as const) {
    for (let y = REACH; y < height - REACH; y += 1) {
      for (let x = REACH; x < width - REACH; x += 1) {
        const [next, far] = [y * width + x + step, y * width + x + REACH * step];
        const [before, back] = [next - 2 * step, far - 2 * REACH * step];
        const ahead =
          (levels[next - aside] ?? 0) + (levels[next] ?? 0) + (levels[next + aside] ?? 0);
        const behind =
          (levels[before - aside] ?? 0) + (levels[before] ?? 0) + (levels[before + aside] ?? 0);
        const farAhead =
          (levels[far - aside] ?? 0) + (levels[far] ?? 0) + (levels[far + aside] ?? 0);
        const farBehind =
          (levels[back - aside] ?? 0) + (levels[back] ?? 0) + (levels[back + aside] ?? 0);
        slopes.add(Math.abs(ahead - behind) / 6);
        heights.add(Math.abs(farAhead - farBehind) / 3);
      }
    }
  }
  const edge = heights.quantile(EDGES);
  if (edge < LOWEST_EDGE) return 0;
  const added = STEEPEST_NOISE * SLOPE_NOISE * noise;
  const slope = Math.sqrt(Math.max(0, slopes.quantile(EDGES) ** 2 - added ** 2));
  return Math.min(2 * REACH, edge / Math.max(slope, 1 / BINS_PER_LEVEL));
}

/** Median of the absolute values of a normal distribution, in standard deviations. */
const MEDIAN_OF_NORMAL = 0.6745;
/** Gain of the mask for white noise. */
const MASK_GAIN = 6;

/**
 * Standard deviation of a pixel's noise, levels: the difference of two Laplacians, which structure hardly passes; its
 * median instead of its mean, so that edges do not count. Immerkær: Fast noise variance estimation, Computer Vision and
 * Image Understanding 64 (1996) 300, doi:10.1006/cviu.1996.0060.
 * @returns 0 for a picture too small to tell.
 */
export function noiseOf({ levels, width, height }: GreyPicture): number {
  if (width < 3 || height < 3) return 0;
  const found = new Counts();
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const [above, below] = [at - width, at + width];
      const difference =
        (levels[above - 1] ?? 0) +
        (levels[above + 1] ?? 0) -
        2 * (levels[above] ?? 0) +
        (levels[below - 1] ?? 0) +
        (levels[below + 1] ?? 0) -
        2 * (levels[below] ?? 0) -
        2 * ((levels[at - 1] ?? 0) + (levels[at + 1] ?? 0) - 2 * (levels[at] ?? 0));
      found.add(Math.abs(difference));
    }
  }
  return found.quantile(0.5) / (MEDIAN_OF_NORMAL * MASK_GAIN);
}
