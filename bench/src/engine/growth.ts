// SPDX-License-Identifier: Apache-2.0
import { mean } from '../accuracy/statistics.ts';

/**
 * The exponent p of time ~ size^p, by least squares over the logarithms; NaN with fewer than two sizes.
 * @param points sizes and times above 0.
 */
export function growthExponent(
  points: readonly { readonly size: number; readonly ms: number }[],
): number {
  const x = points.map(({ size }) => Math.log(size));
  const y = points.map(({ ms }) => Math.log(ms));
  const [mx, my] = [mean(x), mean(y)];
  let [both, square] = [0, 0];
  x.forEach((value, i) => {
    both += (value - mx) * ((y[i] ?? 0) - my);
    square += (value - mx) ** 2;
  });
  return both / square;
}
