// SPDX-License-Identifier: Apache-2.0
import { seededRandom } from '@perfuse/phantom/random';

/** Integers and choices from a seed: the same seed gives the same sequence. */
export interface Random {
  /** 0 <= n < limit; 0 when the limit is below 1. */
  readonly below: (limit: number) => number;
  readonly chance: (probability: number) => boolean;
  /** @throws RangeError when there is nothing to pick from. */
  readonly pick: <T>(from: readonly T[]) => T;
}

export function createRandom(seed: number): Random {
  const { uniform } = seededRandom(seed);
  const below = (limit: number): number => Math.floor(uniform() * Math.max(1, limit));
  return {
    below,
    chance: (probability) => uniform() < probability,
    pick: <T>(from: readonly T[]): T => {
      const at = below(from.length);
      if (at >= from.length) throw new RangeError('There is nothing to pick from.');
      // Proven: the index is in range, even where the values themselves may be undefined.
      return from[at] as T;
    },
  };
}
