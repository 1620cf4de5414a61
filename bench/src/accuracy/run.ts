// SPDX-License-Identifier: Apache-2.0
import path from 'node:path';
import { openTraceCache } from '../video/trace-cache.ts';
import { createVideoReader } from '../video/video-reader.ts';
import { assemble } from './assemble.ts';
import { readRecording } from './read.ts';
import { discover } from './recordings/discover.ts';
import type { AccuracyReport, Failure, RecordingResult } from './report.ts';

export interface AccuracyOptions {
  /** Caches what was read from videos for the next run. Default true. */
  readonly cache?: boolean;
  /** Receives a line for each slow step. */
  readonly log?: (line: string) => void;
}

/** The results of one file. */
interface ReadFile {
  readonly name: string;
  readonly results: readonly RecordingResult[];
}

const COPY = 'Skipped: another file of the same session contains all of it.';

/**
 * Each session once: one that was exported twice, or copied, must not count twice. The file with the most of a session
 * is used.
 */
function withoutCopies(files: readonly ReadFile[]): { kept: ReadFile[]; copies: Failure[] } {
  const sessionOf = ({ results }: ReadFile): string | undefined => results[0]?.study?.session;
  const fullest = new Map<string, ReadFile>();
  for (const file of files) {
    const session = sessionOf(file);
    if (session === undefined) continue;
    const other = fullest.get(session);
    if (other === undefined || other.results.length < file.results.length) {
      fullest.set(session, file);
    }
  }
  const isKept = (file: ReadFile): boolean => {
    const session = sessionOf(file);
    return session === undefined || fullest.get(session) === file;
  };
  return {
    kept: files.filter(isKept),
    copies: files.filter((file) => !isKept(file)).map(({ name }) => ({ name, reason: COPY })),
  };
}

/**
 * Runs the engine over every recording with known truth under a folder.
 * @param dir folder, with any subfolders, of files in the formats that `discover` knows.
 * @throws Error when there is no such folder.
 */
export async function runAccuracy(
  dir: string,
  { cache = true, log = () => undefined }: AccuracyOptions = {},
): Promise<AccuracyReport> {
  const { recordings, failed } = await discover(dir);
  const videos = createVideoReader(log, cache ? openTraceCache() : null);
  const files: ReadFile[] = [];
  const failures: Failure[] = [...failed];
  try {
    for (const recording of recordings) {
      const name = path.relative(dir, recording.file);
      try {
        files.push({ name, results: await readRecording(recording, videos) });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        failures.push({ name, reason });
      }
    }
  } finally {
    await videos.close();
  }
  const { kept, copies } = withoutCopies(files);
  return assemble(
    kept.flatMap(({ results }) => results),
    [...failures, ...copies],
  );
}
