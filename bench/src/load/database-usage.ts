// SPDX-License-Identifier: Apache-2.0
/** What a database of several servers did, as it and Linux count it. */
import { readdirSync, readFileSync } from 'node:fs';
import { countDatabase, type DatabaseCounts } from '@perfuse/testing/database-counts';
import { cpuSecondsIn } from './process-usage.ts';

/** Since the database began. */
export interface DatabaseUsage extends DatabaseCounts {
  /** Processor time of all of its processes, s. */
  readonly cpuS: number;
}

export interface DatabaseMeter {
  readonly read: () => Promise<DatabaseUsage>;
  readonly stop: () => Promise<void>;
}

/** Of a process and those that it started and outlives, s. */
function familySeconds(pid: number): number {
  let seconds = 0;
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      if (Number(name) === pid || parent === pid) seconds += cpuSecondsIn(stat);
    } catch {
      // It ended since it was listed.
    }
  }
  return seconds;
}

/** @param pid the process that started all others of the server. */
export async function meterDatabase(url: string, pid: number): Promise<DatabaseMeter> {
  const { read, stop } = await countDatabase(url);
  return { read: async () => ({ ...(await read()), cpuS: familySeconds(pid) }), stop };
}
