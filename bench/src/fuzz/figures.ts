// SPDX-License-Identifier: Apache-2.0
import type { CountedFile } from './coverage/build.ts';
import type { Fuzzed } from './engine/fuzz.ts';

export interface TargetFigures {
  readonly target: string;
  readonly minutes: number;
  readonly executions: number;
  /** Branches reached, over all files of the product and in those that the target is mostly about. */
  readonly branches: number;
  readonly files: readonly {
    readonly file: string;
    readonly reached: number;
    readonly of: number;
  }[];
  /** Of the product and of what guides the search, that neither seeds nor the kept corpus had reached. */
  readonly newEdges: number;
  readonly cpuSeconds: number;
  readonly inputs: number;
  readonly slowestMs: number;
  readonly peakMb: number;
  readonly grownMb: number;
  readonly findings: number;
}

export function addUp(
  target: string,
  duration: number,
  fuzzed: Fuzzed | null,
  findings: number,
  files: readonly CountedFile[],
): TargetFigures {
  const reached = fuzzed?.reached ?? [];
  const byFile = files.flatMap(({ file, from, count }) => {
    const within = reached.filter((at) => at >= from && at < from + count).length;
    return within === 0 ? [] : [{ file, reached: within, of: count }];
  });
  return {
    target,
    minutes: duration / 60_000,
    executions: fuzzed?.executions ?? 0,
    branches: byFile.reduce((sum, one) => sum + one.reached, 0),
    files: byFile,
    newEdges: fuzzed?.newEdges ?? 0,
    cpuSeconds: fuzzed?.cpuSeconds ?? 0,
    inputs: fuzzed?.corpus.length ?? 0,
    slowestMs: fuzzed?.slowestMs ?? 0,
    peakMb: fuzzed?.peakMb ?? 0,
    grownMb: fuzzed?.grownMb ?? 0,
    findings,
  };
}

export const summary = (figures: TargetFigures): string =>
  [
    `${figures.target.padEnd(14)} ${String(figures.executions).padStart(9)} executions`,
    `${figures.minutes.toFixed(1)} min`,
    `${figures.cpuSeconds.toFixed(0)} s of the processor`,
    `${String(figures.branches)} branches`,
    `${String(figures.newEdges)} new edges`,
    `${String(figures.inputs)} inputs kept`,
    `slowest ${figures.slowestMs.toFixed(0)} ms`,
    `peak ${figures.peakMb.toFixed(0)} MB`,
    `grown ${figures.grownMb.toFixed(0)} MB`,
    `${String(figures.findings)} findings`,
  ].join(', ');
