// SPDX-License-Identifier: Apache-2.0
import process from 'node:process';
import { setImmediate as turn } from 'node:timers/promises';
import { cpuMs } from '../../processor-time.ts';
import { addCoverage, type Coverage } from './coverage.ts';
import { createRandom } from './random.ts';
import { heapMb } from './heap.ts';
import { mutate, MAX_BYTES } from './mutate.ts';
import { assertThat, prototypesGuard } from './oracle.ts';
import { UncaughtErrors } from './uncaught-errors.ts';
import type { Target } from './target.ts';
import type { SharedInput } from './shared-input.ts';

export interface Finding {
  readonly rule: string;
  readonly stack: string;
  readonly input: Uint8Array;
}

export interface FuzzOptions {
  readonly target: Target;
  readonly corpus: readonly Uint8Array[];
  readonly words: readonly string[];
  readonly coverage: Pick<Coverage, 'empty' | 'take'>;
  readonly seed: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly sharedInput: SharedInput;
  readonly report: (finding: Finding) => void;
}

export interface Fuzzed {
  readonly executions: number;
  /** Characters of code that ran, and those of them that no seed and no stored input had reached. */
  readonly reached: number;
  readonly newlyReached: number;
  /** A small set of small inputs with the same coverage. */
  readonly corpus: readonly Uint8Array[];
  readonly cpuSeconds: number;
  /** Processor time of the slowest input, ms, and the largest resident memory, MB. */
  readonly slowestMs: number;
  readonly peakMb: number;
  /** Growth of the heap since the first inputs, without the stored inputs, MB. */
  readonly grownMb: number;
}

/** Processor time that one input may take, ms. Inputs are far below a megabyte. */
const MAX_MS = 1000;
const LOOK_AGAIN_MS = 250;
const MAX_MB = 1200;
const MAX_GROWN_MB = 200;
const MAX_INPUTS = 4000;
/** How often a target's own mutation is used, where it has one. */
const OWN_MUTATION_SHARE = 0.75;
/** Coverage is read at this interval, because a read takes longer than many inputs, ms. */
const BATCH_MS = 40;

/** Greedy cover: the smallest inputs that together reach all that is reached. */
async function minimised(
  inputs: readonly Uint8Array[],
  run: (input: Uint8Array) => Promise<void>,
  coverage: FuzzOptions['coverage'],
): Promise<Uint8Array[]> {
  const covered = coverage.empty();
  const kept: Uint8Array[] = [];
  coverage.take();
  for (const input of inputs.toSorted((a, b) => a.length - b.length)) {
    await run(input).catch(() => undefined);
    if (addCoverage(covered, coverage.take()) > 0) kept.push(input);
  }
  return kept;
}

/**
 * Mutates the inputs that reached new code until the time is over.
 * @throws errors outside the target: in making an input, or in the fuzzer itself.
 */
export async function fuzz(options: FuzzOptions): Promise<Fuzzed> {
  const uncaught = new UncaughtErrors();
  try {
    return await search(options, uncaught);
  } finally {
    uncaught.stop();
  }
}

async function search(options: FuzzOptions, uncaught: UncaughtErrors): Promise<Fuzzed> {
  const { target, coverage, sharedInput, report } = options;
  const random = createRandom(options.seed);
  const words = [...target.words, ...options.words];
  const seen = coverage.empty();
  const guard = prototypesGuard();
  const cpuBefore = cpuMs();
  const kept: Uint8Array[] = [];
  let executions = 0;
  let slowestMs = 0;
  let peakMb = 0;

  const timed = async (input: Uint8Array): Promise<void> => {
    const start = performance.now();
    await target.run(input);
    if (performance.now() - start < LOOK_AGAIN_MS) return;
    // The machine may be busy: the lowest processor time of three runs counts.
    let best = Infinity;
    for (let k = 0; k < 3; k += 1) {
      const before = cpuMs();
      await target.run(input);
      best = Math.min(best, cpuMs() - before);
    }
    slowestMs = Math.max(slowestMs, best);
    assertThat(best < MAX_MS, `one input took more than ${String(MAX_MS)} ms of processor time`);
  };
  const again = async (input: Uint8Array): Promise<void> => {
    sharedInput.begin(input);
    await target.run(input);
  };
  const attempt = async (input: Uint8Array): Promise<void> => {
    sharedInput.begin(input);
    executions += 1;
    try {
      await timed(input);
      guard();
      if (executions % 64 === 0) {
        // Lets work that the product deferred run, and fail.
        await turn();
        const mb = process.memoryUsage.rss() / 2 ** 20;
        peakMb = Math.max(peakMb, mb);
        assertThat(mb < MAX_MB, `memory grew beyond ${String(MAX_MB)} MB`);
      }
      uncaught.rethrow();
    } catch (error) {
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
      report({ rule: message, stack, input });
    }
  };
  /** Stores the inputs of a batch that reached new code, found by running its halves again. */
  const recordCoverage = async (batch: readonly Uint8Array[]): Promise<void> => {
    const ran = coverage.take();
    if (addCoverage(seen.slice(), ran) === 0) return;
    if (batch.length === 1) kept.push(...batch.slice(0, MAX_INPUTS - kept.length));
    const half = Math.ceil(batch.length / 2);
    for (const part of batch.length === 1 ? [] : [batch.slice(0, half), batch.slice(half)]) {
      for (const input of part) await again(input).catch(() => undefined);
      await recordCoverage(part);
    }
    // Includes code that ran the first time only, for which no input is stored.
    addCoverage(seen, ran);
  };

  const first = [...target.seeds, ...options.corpus].filter(({ length }) => length <= MAX_BYTES);
  coverage.take();
  for (const input of first) {
    await attempt(input);
    await recordCoverage([input]);
  }
  const reached = (): number => seen.reduce((sum, one) => sum + one, 0);
  const known = reached();
  const sizeOf = (inputs: readonly Uint8Array[]): number =>
    inputs.reduce((sum, { length }) => sum + length, 0) / 2 ** 20;
  const heapBefore = heapMb() - sizeOf(kept);
  const end = performance.now() + options.duration;
  const next = (): Uint8Array => {
    const pool = kept.length === 0 ? first : kept;
    // Recent finds are the most likely to lead to new code.
    const recent = Math.max(1, Math.floor(pool.length / 5));
    const from = random.chance(0.5) ? pool.slice(-recent) : pool;
    const material = { random, others: pool, words };
    const given = random.pick(from);
    const isOwn = target.mutate !== undefined && random.chance(OWN_MUTATION_SHARE);
    return isOwn ? target.mutate(given, material) : mutate(given, material);
  };
  while (performance.now() < end) {
    const batch: Uint8Array[] = [];
    const asked = performance.now() + BATCH_MS;
    do {
      const input = next();
      batch.push(input);
      await attempt(input);
    } while (performance.now() < asked);
    await recordCoverage(batch);
  }
  const grownMb = heapMb() - sizeOf(kept) - heapBefore;
  if (grownMb > MAX_GROWN_MB) {
    const rule = `the heap grew by more than ${String(MAX_GROWN_MB)} MB`;
    report({ rule, stack: '', input: new Uint8Array() });
  }
  const corpus = await minimised([...first, ...kept], again, coverage);
  return {
    executions,
    reached: reached(),
    newlyReached: reached() - known,
    corpus,
    cpuSeconds: (cpuMs() - cpuBefore) / 1000,
    slowestMs,
    peakMb,
    grownMb,
  };
}
