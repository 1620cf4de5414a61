// SPDX-License-Identifier: Apache-2.0
/** Reads face videos into the frames that the engine reads, without a camera and faster than they play. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { MEASUREMENT } from '@perfuse/contract/limits';
import type { FrameSeries } from '@perfuse/contract/payload/chunk';
import {
  ensureChromium,
  launchChromium,
  toY4m,
  UnusableVideo,
  type Page,
} from '@perfuse/browser-harness';
import { chunkOf } from '@perfuse/testing/chunks';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { cutFrames } from '@perfuse/phantom';
import { joinChunks } from '@perfuse/vitals';
import { servePage } from '@perfuse/browser-harness/capture';
import type { TraceCache } from './trace-cache.ts';
import {
  extractionAnswerSchema,
  type ExtractedRecording,
  type ExtractionAnswer,
} from './answer.ts';

/** Larger pictures are scaled down only where the browser lacks the codec. */
const FALLBACK_LONGEST_SIDE = 1920;

export interface VideoReader {
  /** @throws Error with the reason why a recording cannot be read. */
  read(file: string): Promise<FrameSeries>;
  close(): Promise<void>;
}

interface Bench {
  readonly page: Page;
  share(file: string): string;
  close(): Promise<void>;
}

const LONGEST_REASON = 240;

/** A build's error message in one line, without colours. */
function inOneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const plain = text.replace(/\u001b\[[0-9;]*m/g, '').replace(/\s+/g, ' ');
  return plain.slice(0, LONGEST_REASON);
}

async function openBench(log: (line: string) => void): Promise<Bench> {
  ensureChromium(log);
  const server = await servePage(
    createRequire(import.meta.url).resolve('@perfuse/bench/video-page.html'),
  );
  try {
    const browser = await launchChromium([]);
    const page = await browser.newPage();
    await page.goto(server.url);
    const close = async (): Promise<void> => {
      await browser.close();
      await server.close();
    };
    return { page, share: (file) => server.share(file), close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function ask(bench: Bench, file: string): Promise<ExtractionAnswer> {
  const request = { url: bench.share(file), chunkS: MEASUREMENT.chunkS };
  const answer: unknown = await bench.page.evaluate(
    async (asked) => (await window.extractRecording?.(asked)) ?? null,
    request,
  );
  return extractionAnswerSchema.parse(answer);
}

/** Reads a recording; one in a codec that this browser lacks is first converted to a y4m file by another program. */
async function extract(bench: Bench, file: string): Promise<ExtractedRecording> {
  const answer = await ask(bench, file);
  if (answer.ok) return answer;
  if (answer.fault !== 'CODEC') throw new Error(answer.message);
  const directory = temporaryDirectory('codec');
  try {
    const outFile = path.join(directory.path, 'recording.y4m');
    const { file: raw } = await toY4m(file, { outFile, longestSide: FALLBACK_LONGEST_SIDE });
    const second = await ask(bench, raw);
    if (!second.ok) throw new UnusableVideo('UNREADABLE', second.message);
    return second;
  } finally {
    directory.remove();
  }
}

/** The frames in the payloads, without the copies that pushed the last ones out. */
export function framesOfRecording({ payloads, lastMs }: ExtractedRecording): FrameSeries {
  const frames = joinChunks(payloads.map(chunkOf));
  const end = frames.timeMs.findIndex((time) => time > lastMs + 1e-3);
  return end < 0 ? frames : cutFrames(frames, 0, end);
}

/**
 * Reads recordings through the product's own tracker and extractor, in one headless Chromium that starts with the first
 * recording that is not in the cache.
 */
export function createVideoReader(
  log: (line: string) => void,
  cache: TraceCache | null,
): VideoReader {
  let bench: Promise<Bench> | undefined;
  return {
    async read(file) {
      const known = await cache?.get(file);
      if (known) return framesOfRecording(known);
      bench ??= openBench(log).catch((error: unknown) => {
        throw new Error(`The browser that decodes could not be started: ${inOneLine(error)}`);
      });
      const began = performance.now();
      const extracted = await extract(await bench, file);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      log(`${path.basename(file)}: ${String(extracted.frames)} frames read in ${seconds} s`);
      await cache?.put(file, extracted);
      return framesOfRecording(extracted);
    },
    async close() {
      // A bench that failed to open needs no closing; its error was thrown to the reader.
      await (await bench?.catch(() => undefined))?.close();
    },
  };
}
