// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from '@perfuse/contract/schema';
import { createFaceVideo, type FaceVideo, type FaceVideoOptions } from '@perfuse/phantom';
import { writeFaceVideo } from '@perfuse/phantom/node';
import { temporaryDirectory } from '@perfuse/rig';
import { afterAll, describe, expect, it } from 'vitest';

const directory = temporaryDirectory('measure-test');
afterAll(directory.remove);

async function recorded(options: FaceVideoOptions): Promise<{ file: string; video: FaceVideo }> {
  const video = createFaceVideo(options);
  const file = path.join(directory.path, 'face.y4m');
  await writeFaceVideo(video, file);
  return { file, video };
}

/** Runs the program as `npm run measure -- FILE --json` does. */
async function measured(
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

const reportSchema = z.object({
  frames: z.object({ seen: z.number(), dropped: z.number() }),
  channels: z.object({ HR_BPM: z.object({ value: z.number() }) }),
});

/** How often a film may be taken again whose camera lost frames, as a busy computer's does. */
const FILMS = 3;

describe('Measuring a recording', () => {
  it('reads every frame of it and finds the heart rate of the face', async () => {
    const { file, video } = await recorded({ bpm: 66, breaths: 14, seconds: 32 });
    const { code, report } = await measured(file);
    expect(report).toMatchObject({
      status: 'measured',
      measurementId: expect.stringMatching(/\S/) as unknown,
      channels: { HR_BPM: { kind: 'measured', unit: 'bpm' } },
      frames: { seen: 900, dropped: 0 },
      elapsedMs: expect.any(Number) as unknown,
    });
    expect(code).toBe(0);
    const rate = reportSchema.parse(report).channels.HR_BPM.value;
    expect(Math.abs(rate - video.truth.hr)).toBeLessThan(3);
  });

  it('films it in real time when asked to', async ({ skip }) => {
    const { file, video } = await recorded({ bpm: 66, breaths: 14, seconds: 34 });
    for (let film = 0; film < FILMS; film += 1) {
      const { report } = await measured(file, '--real-time');
      const told = z.object({ frames: reportSchema.shape.frames }).parse(report);
      if (told.frames.dropped > 0) continue;
      const rate = reportSchema.parse(report).channels.HR_BPM.value;
      expect(Math.abs(rate - video.truth.hr)).toBeLessThan(3);
      return;
    }
    skip('This computer is too busy to film in real time.');
  });

  it('refuses a recording that is shorter than the measurement', async () => {
    const { file } = await recorded({ bpm: 60, breaths: 15, seconds: 4 });
    for (const options of [[], ['--real-time']]) {
      const { code, report } = await measured(file, ...options);
      expect(report).toMatchObject({ status: 'failed', error: 'VIDEO_TOO_SHORT', channels: {} });
      expect(code).toBe(1);
    }
  });

  it('says what a file is that is no video', async () => {
    const file = path.join(directory.path, 'words.mp4');
    await writeFile(file, 'not a video');
    const { code, report } = await measured(file);
    expect(report).toMatchObject({ status: 'failed', error: 'VIDEO_UNREADABLE', channels: {} });
    expect(code).toBe(1);
  });
});
