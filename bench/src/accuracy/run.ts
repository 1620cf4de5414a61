// SPDX-License-Identifier: Apache-2.0
import path from 'node:path';
import { openTraceCache } from '../video/trace-cache.ts';
import { createVideoReader } from '../video/video-reader.ts';
import { assemble } from './assemble.ts';
import { readRecording } from './read.ts';
import { discover } from './recordings/discover.ts';
import type { AccuracyReport, Failure, RecordingResult } from './report.ts';

export interface AccuracyOptions {
  /** Keep what was read from videos for the next run. Default true. */
  readonly cache?: boolean;
  /** Gets a line for what takes long. */
  readonly log?: (line: string) => void;
}

/**
 * Runs the engine over every recording with known truth under a folder.
 * @param dir any folders in it, of the formats that `discover` knows.
 * @throws Error when there is no such folder.
 */
export async function runAccuracy(
  dir: string,
  { cache = true, log = () => undefined }: AccuracyOptions = {},
): Promise<AccuracyReport> {
  const { recordings, failed } = await discover(dir);
  const videos = createVideoReader(log, cache ? openTraceCache() : null);
  const results: RecordingResult[] = [];
  const failures: Failure[] = [...failed];
  try {
    for (const recording of recordings) {
      try {
        results.push(...(await readRecording(recording, videos)));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        failures.push({ name: path.relative(dir, recording.file), reason });
      }
    }
  } finally {
    await videos.close();
  }
  return assemble(results, failures);
}
