// SPDX-License-Identifier: Apache-2.0
/** Processor time of the threads of a process, as counted by Linux. */
import { readdirSync, readFileSync } from 'node:fs';
import { cpuSecondsIn } from '../process-usage.ts';

/** V8's name for the threads that take the samples. */
const SAMPLING = '(v8:ProfEvnt';

/** Seconds of each live thread by its id, without those that take samples for a profile. */
export function threadSeconds(pid: number): ReadonlyMap<number, number> {
  const folder = `/proc/${String(pid)}/task`;
  return new Map(
    readdirSync(folder).flatMap((id) => {
      try {
        const stat = readFileSync(`${folder}/${id}/stat`, 'utf8');
        return stat.includes(SAMPLING) ? [] : [[Number(id), cpuSecondsIn(stat)] as const];
      } catch {
        // It ended after it was listed.
        return [];
      }
    }),
  );
}
