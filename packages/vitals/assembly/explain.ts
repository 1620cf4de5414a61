// SPDX-License-Identifier: Apache-2.0
// Search for the models that explain a heart's variability (see src/beats/spread.ts).

import { logOf } from './log';

/** Log likelihood of the bands' power, two pairs of bands at a time. */
function likelihood(
  power: usize,
  passed: usize,
  noise: usize,
  half: usize,
  size: f64,
  variance: f64,
): f64 {
  const scale = f64x2.splat(variance);
  let product = f64x2.splat(1);
  let sum = f64x2.splat(0);
  for (let at: usize = 0; at < half; at += 16) {
    const other = at + half;
    const one = f64x2.add(f64x2.mul(scale, v128.load(passed + at)), v128.load(noise + at));
    const next = f64x2.add(f64x2.mul(scale, v128.load(passed + other)), v128.load(noise + other));
    const both = f64x2.mul(one, next);
    product = f64x2.mul(product, both);
    const ofOne = f64x2.mul(v128.load(power + at), next);
    const ofNext = f64x2.mul(v128.load(power + other), one);
    sum = f64x2.add(sum, f64x2.div(f64x2.add(ofOne, ofNext), both));
  }
  const all = f64x2.extract_lane(product, 0) * f64x2.extract_lane(product, 1);
  const total = f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
  return -0.5 * (size * logOf(all) + total);
}

/**
 * Writes the log odds and indices of the likely models, and of some that were met before a better one.
 * @param bands a multiple of 4, padded. @param passed,noises a row of all bands for each shape and each noise level.
 * @param expected log prior odds of each variance. @param known of each noise level. @param summits i32, for each noise
 * level, the variance at which the search begins. @returns their number.
 */
export function explain(
  bands: i32,
  size: f64,
  power: usize,
  passed: usize,
  shapeCount: i32,
  noises: usize,
  known: usize,
  noiseCount: i32,
  variances: usize,
  expected: usize,
  varianceCount: i32,
  summits: usize,
  negligible: f64,
  logOdds: usize,
  index: usize,
): i32 {
  const row = (<usize>bands) << 3;
  const half = row >> 1;
  let count: i32 = 0;
  let best = -Infinity;
  for (let s: i32 = 0; s < shapeCount; s++) {
    for (let n: i32 = 0; n < noiseCount; n++) {
      const noise = noises + <usize>n * row;
      const prior = load<f64>(known + ((<usize>n) << 3));
      const summit = summits + ((<usize>n) << 2);
      const start = load<i32>(summit);
      let highest = -Infinity;
      for (let step: i32 = 1; step >= -1; step -= 2) {
        let before = -Infinity;
        for (let i = step == 1 ? start : start - 1; i >= 0 && i < varianceCount; i += step) {
          const offset = (<usize>i) << 3;
          const fit = likelihood(power, passed, noise, half, size, load<f64>(variances + offset));
          const odds = load<f64>(expected + offset) + prior + fit;
          if (odds > highest) {
            highest = odds;
            store<i32>(summit, i);
          }
          if (odds >= best - negligible) {
            best = max(best, odds);
            store<f64>(logOdds + ((<usize>count) << 3), odds);
            store<u32>(index + ((<usize>count) << 2), (s * noiseCount + n) * varianceCount + i);
            count += 1;
          } else if (odds < before) {
            break;
          }
          before = odds;
        }
      }
    }
    passed += row;
  }
  return count;
}
