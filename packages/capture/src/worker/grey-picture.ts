// SPDX-License-Identifier: Apache-2.0
/** Sharpness and noise of a small grey picture. */

/** Levels 0..255, row by row. */
export interface GreyPicture {
  readonly levels: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** Histogram resolution: values are counted instead of sorted. */
const BINS_PER_LEVEL = 4;
const BINS = 256 * BINS_PER_LEVEL;

/** A histogram of values. */
class Counts {
  readonly #bins = new Uint32Array(BINS);
  #count = 0;

  add(value: number): void {
    const bin = Math.min(BINS - 1, Math.floor(value * BINS_PER_LEVEL));
    this.#bins[bin] = (this.#bins[bin] ?? 0) + 1;
    this.#count += 1;
  }

  /** The value that this fraction of all values does not exceed; 0 without values. */
  quantile(share: number): number {
    let left = share * this.#count;
    return this.#bins.findIndex((count) => (left -= count) <= 0) / BINS_PER_LEVEL;
  }
}

/** Half the distance over which the full height of an edge is measured, px: the maximum edge width is twice this. */
const REACH = 8;
/** Quantile of the steepest slopes of the picture: its edges. */
const EDGES = 0.99;
/** Minimum height of an edge, levels. */
const LOWEST_EDGE = 12;
/** Noise of a slope relative to a pixel's: the slope spans two pixels, averaged over three lines along the edge. */
const SLOPE_NOISE = Math.sqrt(2 / 3) / 2;
/** The steepest slope due to noise, in its standard deviations. */
const STEEPEST_NOISE = 2.5;

/**
 * Width of the strongest edges of a picture, px: their height over their slope. As a ratio, it does not depend on the
 * brightness of the picture; the contribution of noise is subtracted from the slope. After the edge width of
 * Marziliano, Dufaux, Winkler, Ebrahimi: A no-reference perceptual blur metric, Proc. ICIP 3 (2002) 57,
 * doi:10.1109/ICIP.2002.1038902, with quantiles instead of an edge detector.
 * @param noise standard deviation of a pixel's noise, from {@link noiseOf}.
 * @returns 0 for a picture without edges, or one that is too small.
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
 * Standard deviation of a pixel's noise, levels: the difference of two Laplacians, which suppresses structure; its
 * median instead of its mean, so that edges do not count. Immerkær: Fast noise variance estimation, Computer Vision and
 * Image Understanding 64 (1996) 300, doi:10.1006/cviu.1996.0060.
 * @returns 0 for a picture that is too small.
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
