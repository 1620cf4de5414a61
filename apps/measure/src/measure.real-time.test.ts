// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { afterAll, describe, expect, it } from 'vitest';
import { directory, measured, recorded, reportSchema } from './testing/measuring.ts';

afterAll(directory.remove);

/** How often filming may be repeated when the camera lost frames, as on a busy computer. */
const FILMS = 3;

describe('Measuring a recording', () => {
  it('plays the recording in real time with --real-time', async ({ skip }) => {
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
});
