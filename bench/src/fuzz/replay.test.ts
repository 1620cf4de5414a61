// SPDX-License-Identifier: Apache-2.0
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCorpus } from './engine/corpus.ts';
import { createRandom } from './engine/random.ts';
import { mutate } from './engine/mutate.ts';
import { prototypesGuard } from './engine/oracle.ts';
import { TARGETS } from './targets/index.ts';
import { TARGET_NAMES, type TargetName } from './targets/names.ts';

const CORPUS = path.resolve(import.meta.dirname, '../../fuzz/corpus');
const SEED = 20_261_122;
/** Inputs generated in addition to those of the corpus. */
const DRAWN: Readonly<Partial<Record<TargetName, number>>> = {
  calls: 10,
  conversation: 6,
  backup: 5,
  listeners: 30,
  live: 20,
  engine: 30,
};
const DRAWN_OTHERWISE = 300;
/** For targets with slow inputs: the number taken, evenly spaced. */
const TAKEN: Readonly<Partial<Record<TargetName, number>>> = {
  calls: 30,
  conversation: 12,
  // The server's own tests run the full set.
  listeners: 60,
  backup: 8,
};
const MINUTES = 60_000;

function taken(name: TargetName, inputs: readonly Uint8Array[]): readonly Uint8Array[] {
  const step = Math.max(1, inputs.length / (TAKEN[name] ?? inputs.length));
  return inputs.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

// For an hour or more of the same, see `npm run bench:fuzz`, docs/reliability.md.
describe('untrusted input', () => {
  test.each(TARGET_NAMES)(
    '%s: no input of the corpus, and no mutation of one, breaks a rule',
    async (name) => {
      const target = await TARGETS[name]();
      const guard = prototypesGuard();
      const kept = [...target.seeds, ...readCorpus(CORPUS, name)];
      const random = createRandom(SEED);
      const material = { random, others: kept, words: target.words };
      const drawn = Array.from({ length: DRAWN[name] ?? DRAWN_OTHERWISE }, (_, at) =>
        (at % 2 === 0 ? mutate : (target.mutate ?? mutate))(random.pick(kept), material),
      );
      const broken: string[] = [];
      for (const input of [...taken(name, kept), ...drawn]) {
        try {
          await target.run(input);
          guard();
        } catch (error) {
          const rule = error instanceof Error ? error.message : String(error);
          broken.push(`${rule} by ${Buffer.from(input).toString('base64').slice(0, 400)}`);
        }
      }
      await target.close?.();
      expect(broken).toEqual([]);
    },
    2 * MINUTES,
  );
});
