// SPDX-License-Identifier: Apache-2.0
/** Measures under a fault and reports the outcome. */
import { studyOfGuests } from '@perfuse/testing/virtual-user';
import { measureAll, type MeasureAllOptions } from '../load/measure-all.ts';
import type { FaultSite } from './site.ts';

/** Wait after the last chunk was due; longer than any fault here lasts. */
const TIMEOUT_MS = 150_000;

export type FaultOptions = Omit<MeasureAllOptions, 'servers' | 'studyId' | 'timeoutMs'>;

/** Injects a fault repeatedly until the signal aborts. @returns the number of injections. */
export type FaultInjection = (site: FaultSite, over: AbortSignal) => Promise<number>;

export interface FaultFigures {
  readonly people: number;
  readonly complete: number;
  readonly injected: number;
  readonly acknowledged: number;
  /** Chunks that were acknowledged but never answered. */
  readonly lost: number;
  /** Measurements closed more than once. */
  readonly duplicates: number;
  readonly wrong: number;
  readonly reconnects: number;
  /** Longest time from first sending a chunk to its result, ms. */
  readonly longestPauseMs: number;
  readonly fault: string | null;
}

export async function runUnder(
  inject: FaultInjection,
  site: FaultSite,
  options: FaultOptions,
): Promise<FaultFigures> {
  const studyId = await studyOfGuests(site.servers[0]?.origin ?? '');
  const over = new AbortController();
  const injecting = inject(site, over.signal);
  const servers = (): FaultSite['servers'] => site.servers;
  const { outcomes, wrong } = await measureAll({
    ...options,
    servers,
    studyId,
    timeoutMs: TIMEOUT_MS,
  });
  over.abort();
  const injected = await injecting;
  const sum = (values: readonly number[]): number =>
    values.reduce((total, value) => total + value, 0);
  return {
    people: options.people,
    complete: outcomes.filter(({ kind }) => kind === 'complete').length,
    injected,
    acknowledged: sum(outcomes.map(({ acknowledged }) => acknowledged.length)),
    lost: sum(
      outcomes.map(
        ({ acknowledged, answered }) => acknowledged.filter((at) => !answered.includes(at)).length,
      ),
    ),
    duplicates: await site.closedTwice(),
    wrong,
    reconnects: sum(outcomes.map(({ reconnects }) => reconnects)),
    longestPauseMs: Math.max(0, ...outcomes.flatMap(({ resultMs }) => [...resultMs.values()])),
    fault: outcomes.find(({ fault }) => fault !== null)?.fault ?? null,
  };
}
