// SPDX-License-Identifier: Apache-2.0
/** Test helper: recordings of faces, and the program that measures them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { z } from '@perfuse/contract/schema';
import { createFaceVideo, type FaceVideo, type FaceVideoOptions } from '@perfuse/phantom';
import { writeFaceVideo } from '@perfuse/phantom/node';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';

export const directory = temporaryDirectory('measure-test');
export async function recorded(
  options: FaceVideoOptions,
): Promise<{ file: string; video: FaceVideo }> {
  const video = createFaceVideo(options);
  const file = path.join(directory.path, 'face.y4m');
  await writeFaceVideo(video, file);
  return { file, video };
}

/** Runs the program as `npm run measure -- FILE --json` does. */
export async function measured(
  file: string,
  ...options: readonly string[]
): Promise<{ code: unknown; report: unknown }> {
  const program = ['scripts/run.mjs', 'apps/measure/src/main.ts', file, '--json', ...options];
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (data: Buffer) => (text += data.toString('utf8')));
  const closed: unknown[] = await once(child, 'close');
  return { code: closed[0], report: JSON.parse(text) };
}

export const reportSchema = z.object({
  frames: z.object({ seen: z.number(), dropped: z.number() }),
  channels: z.object({ HR_BPM: z.object({ value: z.number() }) }),
});
