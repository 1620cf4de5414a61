// SPDX-License-Identifier: Apache-2.0
/** Prints the process's memory before its first analysis and its high-water mark after it, kB. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { MEASUREMENT } from '@perfuse/contract/limits';
import { analyseOnce, payloadsOf } from './recording.ts';

/** Linux counts per program; the high-water mark of other systems may be that of the parent process. */
function memoryKb(): { now: number; peak: number } {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    const field = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
    return { now: field('VmRSS'), peak: field('VmHWM') };
  } catch {
    const { maxRSS } = process.resourceUsage();
    return { now: process.memoryUsage().rss / 1024, peak: maxRSS };
  }
}

// The first analysis of the process, so that compilation and uncollected garbage count too.
const payloads = payloadsOf(MEASUREMENT.durationS, 1);
const { now: beforeKb } = memoryKb();
analyseOnce(payloads);
process.stdout.write(JSON.stringify({ beforeKb, afterKb: memoryKb().peak }));
