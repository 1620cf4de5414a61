// SPDX-License-Identifier: Apache-2.0
import type { ModelSourceId } from '@perfuse/contract/results/sources';

/** An input that may itself be an estimate. */
export interface Quantity {
  readonly value: number;
  /** One standard deviation; absent when it was measured by the person. */
  readonly sd?: number;
  readonly source: ModelSourceId;
}

/**
 * The effect of an uncertain input on a result: half the difference between one standard deviation above and below.
 * @returns undefined when the input has no spread or does not affect the result: that is not an error of zero.
 */
export function spreadThrough(
  input: Quantity,
  result: (value: number) => number,
): number | undefined {
  if (input.sd === undefined) return undefined;
  const spread = Math.abs(result(input.value + input.sd) - result(input.value - input.sd)) / 2;
  return spread > 0 ? spread : undefined;
}

/** 1 / (1 + e^-x), in percent. */
export const logisticPercent = (x: number): number => 100 / (1 + Math.exp(-x));
