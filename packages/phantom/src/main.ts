// SPDX-License-Identifier: Apache-2.0
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { HELP, parsePhantomArguments, type PhantomJob } from './node/arguments.ts';
import { writePayloads } from './node/payloads.ts';
import { writeFaceVideo } from './node/y4m.ts';
import { chunksOf } from './chunks.ts';
import { phantomTraces } from './traces.ts';
import type { Truth } from './subject.ts';
import { createFaceVideo } from './video/face-video.ts';

const rounded = (value: number): number | null =>
  Number.isFinite(value) ? Math.round(value * 1000) / 1000 : null;

async function writeTruth(truth: Truth, hasPulse: boolean, directory: string): Promise<void> {
  const { hr, sdnn, rmssd, rr } = truth;
  const pulse = hasPulse
    ? { hr: rounded(hr), sdnn: rounded(sdnn), rmssd: rounded(rmssd) }
    : { hr: null, sdnn: null, rmssd: null };
  const text = JSON.stringify({ ...pulse, rr: rounded(rr) });
  await writeFile(path.join(directory, 'truth.json'), `${text}\n`);
}

async function run(job: PhantomJob): Promise<string> {
  await mkdir(job.directory, { recursive: true });
  if (job.kind === 'video') {
    const video = createFaceVideo(job.options);
    const file = path.join(job.directory, 'face.y4m');
    await writeFaceVideo(video, file);
    await writeTruth(video.truth, job.options.amplitude !== 0, job.directory);
    return `${file}: ${String(video.frameCount)} frames at ${String(video.frameRate)} a second`;
  }
  const traces = phantomTraces(job.options);
  const chunks = chunksOf(traces, job.options);
  await writePayloads(chunks, job.directory);
  await writeTruth(traces.truth, job.options.amplitude !== 0, job.directory);
  return `${job.directory}: ${String(chunks.length)} payloads`;
}

async function main(): Promise<number> {
  const job = parsePhantomArguments(process.argv.slice(2));
  if (job === 'help') {
    process.stdout.write(HELP);
    return 0;
  }
  if (!job.ok) {
    process.stderr.write(`phantom: ${job.reason}\nTry --help.\n`);
    return 2;
  }
  try {
    process.stdout.write(`${await run(job.value)}\n`);
    return 0;
  } catch (error) {
    const bad = error instanceof RangeError;
    process.stderr.write(`phantom: ${error instanceof Error ? error.message : String(error)}\n`);
    return bad ? 2 : 1;
  }
}

process.exitCode = await main();
