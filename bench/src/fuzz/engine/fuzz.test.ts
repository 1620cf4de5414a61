// SPDX-License-Identifier: Apache-2.0
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { bytesOf } from './bytes.ts';
import { createRandom } from './random.ts';
import { fuzz, type Finding } from './fuzz.ts';
import { mutateJson } from './mutate-json.ts';
import type { Target } from './target.ts';
import { SharedInput } from './shared-input.ts';

const listeners = (): number =>
  process.listenerCount('unhandledRejection') + process.listenerCount('uncaughtException');

function fuzzed(
  target: Target,
  duration: number,
  report: (finding: Finding) => void = () => undefined,
) {
  const sharedInput = new SharedInput();
  return fuzz({
    target,
    corpus: [],
    words: ['w'],
    coverage: { empty: () => new Uint8Array(), take: () => new Uint8Array() },
    seed: 1,
    duration,
    sharedInput,
    report,
  });
}

describe('fuzzing', () => {
  it('rejects with the error of a failing mutator, and removes its listeners', async () => {
    const before = listeners();
    const target: Target = {
      seeds: [bytesOf('a')],
      words: [],
      mutate: () => {
        throw new RangeError('too deep');
      },
      run: () => undefined,
    };
    await expect(fuzzed(target, 60_000)).rejects.toThrow('too deep');
    expect(listeners()).toBe(before);
  });

  it('reports an error of the target together with the input that caused it', async () => {
    const findings: Finding[] = [];
    const run = (input: Uint8Array): void => {
      if (input[0] === 0x62) throw new Error('no b');
    };
    const target: Target = { seeds: ['a', 'b'].map(bytesOf), words: [], run };
    await fuzzed(target, 0, (finding) => findings.push(finding));
    expect(findings.map(({ rule, input }) => [rule, [...input]])).toEqual([['no b', [0x62]]]);
  });
});

describe('JSON for fuzzing', () => {
  it('is mutated even when it is nested too deeply for recursion', () => {
    const text = '['.repeat(30_000) + ']'.repeat(30_000);
    const value: unknown = JSON.parse(text);
    for (let seed = 1; seed < 20; seed += 1) {
      expect(mutateJson(value, createRandom(seed), ['w']).length).toBeLessThan(text.length);
    }
  });
});
