// SPDX-License-Identifier: Apache-2.0
/**
 * Frames of a live camera without MediaStreamTrackProcessor, which neither engine has here: each frame is a callback of
 * a video element. Frames lost on a busy machine are counted.
 */
import { createRequire } from 'node:module';
import { servePage } from '@perfuse/browser-harness/capture';
import { z } from '@perfuse/contract/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINES, inEngine, PHONE } from './engines.ts';

const SECONDS = 10;
const reportSchema = z.object({ frames: z.number(), dropped: z.number() });

let server: Awaited<ReturnType<typeof servePage>>;
beforeAll(async () => {
  server = await servePage(
    createRequire(import.meta.url).resolve('@perfuse/browser-harness/capture-page.html'),
  );
});
afterAll(async () => {
  await server.close();
});

describe.each(ENGINES)('the camera of $engine', ({ launch, isMissing }) => {
  test.skipIf(isMissing)(
    'is read by callbacks of a video element, and lost frames are counted',
    async ({ annotate }) => {
      await inEngine(launch, PHONE, async ({ driver }) => {
        await driver.open(server.url);
        expect(await driver.run('return typeof MediaStreamTrackProcessor;')).toBe('undefined');
        const plan = {
          chunkCount: 2,
          chunkS: SECONDS / 2,
          width: 640,
          height: 480,
          waitForFace: false,
        };
        const { frames, dropped } = reportSchema.parse(
          await driver.run(`return await window.runCapture(${JSON.stringify(plan)});`),
        );
        await annotate(`${driver.version}: ${String(frames)} frames read, ${String(dropped)} lost`);
        expect(frames).toBeGreaterThan(0);
        // The lost frames are counted from the times of the received ones, which are uneven on a busy machine.
        expect(frames + dropped).toBeGreaterThan(SECONDS * 30 * 0.8);
      });
    },
  );
});
