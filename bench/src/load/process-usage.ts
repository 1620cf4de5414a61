// SPDX-License-Identifier: Apache-2.0
/** Resources used by a process with its threads, as counted by Linux. */
import { readFileSync, writeFileSync } from 'node:fs';

export interface ProcessUsage {
  /** Processor time since the process started, s. */
  readonly cpuS: number;
  /** Memory in use now, MiB. */
  readonly residentMb: number;
  /** Peak memory since {@link forgetPeak}, MiB. */
  readonly peakMb: number;
}

/** One tick of /proc, s: 100 a second on every Linux. */
const TICK_S = 0.01;
const KIB_PER_MIB = 1024;

function memoryMb(status: string, name: 'VmRSS' | 'VmHWM'): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? NaN) / KIB_PER_MIB;
}

/** Processor time in a `stat` file of /proc, of a process or a thread, s. */
export function cpuSecondsIn(stat: string): number {
  // The preceding name may contain spaces; user and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_S;
}

/** @throws Error when there is no /proc, or no such process. */
export function usageOf(pid: number): ProcessUsage {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  return {
    cpuS: cpuSecondsIn(stat),
    residentMb: memoryMb(status, 'VmRSS'),
    peakMb: memoryMb(status, 'VmHWM'),
  };
}

/** Resets the peak where the kernel allows it; otherwise it covers the whole lifetime. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${String(pid)}/clear_refs`, '5');
  } catch {
    // Owned by another account, or not supported by the kernel.
  }
}
