// SPDX-License-Identifier: Apache-2.0
/** Prints the process's memory before its first analysis and its high-water mark after it, MiB. */
import process from 'node:process';
import { MEASUREMENT } from '@perfuse/contract/limits';
import { usageOf, type ProcessUsage } from '../load/process-usage.ts';
import { analyseOnce, payloadsOf } from './recording.ts';

/** Linux counts per program; the high-water mark of other systems may be that of the parent process. */
function memory(): Pick<ProcessUsage, 'residentMb' | 'peakMb'> {
  try {
    return usageOf(process.pid);
  } catch {
    const { maxRSS } = process.resourceUsage();
    return { residentMb: process.memoryUsage().rss / 2 ** 20, peakMb: maxRSS / 1024 };
  }
}

// The first analysis of the process, so that compilation and uncollected garbage count too.
const payloads = payloadsOf(MEASUREMENT.durationS, 1);
const { residentMb: beforeMb } = memory();
analyseOnce(payloads);
process.stdout.write(JSON.stringify({ beforeMb, afterMb: memory().peakMb }));
