// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
async function measured(file: string): Promise<{ code: unknown; report: unknown }> {
  const program = ['scripts/run.mjs', 'apps/measure/src/main.ts', file, '--json'];
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (data: Buffer) => (text += data.toString('utf8')));
  const closed: unknown[] = await once(child, 'close');
  return { code: closed[0], report: JSON.parse(text) };
}

const reportSchema = z.object({
  channels: z.object({ HR_BPM: z.object({ value: z.number() }) }),
});

describe('Measuring a recording', () => {
  it('finds the heart rate of a face in the film', { timeout: 420_000 }, async () => {
    const { file, video } = await recorded({ bpm: 66, breaths: 14, seconds: 34 });
    const { code, report } = await measured(file);
    expect(report).toMatchObject({
      status: 'measured',
      measurementId: expect.stringMatching(/\S/) as unknown,
      channels: { HR_BPM: { kind: 'measured', unit: 'bpm' } },
      elapsedMs: expect.any(Number) as unknown,
    });
    expect(code).toBe(0);
    const rate = reportSchema.parse(report).channels.HR_BPM.value;
    expect(Math.abs(rate - video.truth.hr)).toBeLessThan(3);
  });

  it('refuses a recording that is shorter than the measurement', async () => {
    const { file } = await recorded({ bpm: 60, breaths: 15, seconds: 4 });
    const { code, report } = await measured(file);
    expect(report).toMatchObject({ status: 'failed', error: 'VIDEO_TOO_SHORT', channels: {} });
    expect(code).toBe(1);
  });
});
