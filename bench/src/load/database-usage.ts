// SPDX-License-Identifier: Apache-2.0
/** Work of a database of several servers, as counted by it and by Linux. */
import { readdirSync, readFileSync } from 'node:fs';
import { countDatabase, type DatabaseCounts } from '@perfuse/testing/database-counts';
import { cpuSecondsIn } from './process-usage.ts';

/** Since the database started. */
export interface DatabaseUsage extends DatabaseCounts {
  /** Processor time of all of its processes, s. */
  readonly cpuS: number;
}

export interface DatabaseMeter {
  readonly read: () => Promise<DatabaseUsage>;
  readonly stop: () => Promise<void>;
}

/** Processor time of a process and those that it started, s. */
function familySeconds(pid: number): number {
  let seconds = 0;
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      if (Number(name) === pid || parent === pid) seconds += cpuSecondsIn(stat);
    } catch {
      // It ended after it was listed.
    }
  }
  return seconds;
}

/** @param pid the server's parent process, which started all others. */
export async function meterDatabase(url: string, pid: number): Promise<DatabaseMeter> {
  const { read, stop } = await countDatabase(url);
  return { read: async () => ({ ...(await read()), cpuS: familySeconds(pid) }), stop };
}
