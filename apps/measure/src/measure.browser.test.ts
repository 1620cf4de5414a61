// SPDX-License-Identifier: Apache-2.0
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { directory, measured, recorded, reportSchema } from './testing/measuring.ts';

afterAll(directory.remove);

describe('Measuring a recording', () => {
  it('reads every frame and finds the heart rate of the face', async () => {
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

  it('refuses a recording that is shorter than the measurement', async () => {
    const { file } = await recorded({ bpm: 60, breaths: 15, seconds: 4 });
    for (const options of [[], ['--real-time']]) {
      const { code, report } = await measured(file, ...options);
      expect(report).toMatchObject({ status: 'failed', error: 'VIDEO_TOO_SHORT', channels: {} });
      expect(code).toBe(1);
    }
  });

  it('reports a file that is not a video as VIDEO_UNREADABLE', async () => {
    const file = path.join(directory.path, 'words.mp4');
    await writeFile(file, 'not a video');
    const { code, report } = await measured(file);
    expect(report).toMatchObject({ status: 'failed', error: 'VIDEO_UNREADABLE', channels: {} });
    expect(code).toBe(1);
  });
});
