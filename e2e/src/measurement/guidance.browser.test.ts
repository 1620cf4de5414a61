// SPDX-License-Identifier: Apache-2.0
/** Guidance for the person in front of the camera about their position, their light and their face. */
import path from 'node:path';
import process from 'node:process';
import { launchWithCamera, type Browser } from '@perfuse/browser-harness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { button } from '../elements.ts';
import { sceneVideo } from '../camera-videos.ts';
import { DESKTOP, visit } from '../guest.ts';
import { install, type Installation } from '../installation.ts';
import { blurred, covered, dimmed, shaded, swaying } from './frame-changes.ts';
import { announcements, recordAnnouncements } from './announcements.ts';
import { continueToCamera, storageAfterIntroduction, expectFailure, start } from './screen.ts';

/** TEST_PHOTOS=folder saves screenshots. */
const photos = process.env['TEST_PHOTOS'];
const SECONDS = 3;
/** Several times as long as the video, so that a scene missed on a busy machine is repeated. */
const ROUNDS_MS = 200_000;
/**
 * Follows every scene in which a measurement can start, so that wherever a busy machine starts it, the face is lost
 * before the third result finds its signal too weak.
 */
const COVERED = { seconds: 9, change: covered };
const STARTABLE = ['moving', 'dark', 'uneven', 'blurred'];
const ASIDE = {
  name: 'aside',
  words: 'Move to the centre of the picture.',
  announced: 'Move a little to your right.',
  scene: { face: { centreX: 0.85 } },
} as const;
const SCENES = [
  { name: 'far', words: 'Come a little closer.', scene: { face: { scale: 0.4 } } },
  { name: 'near', words: 'Move a little further away.', scene: { face: { scale: 2.2 } } },
  ASIDE,
  { name: 'turned', words: 'Look straight into the camera.', scene: { face: { yaw: 45 } } },
  { name: 'moving', words: 'Please stay still.', scene: { change: swaying(60, 1.5) } },
  { name: 'dark', words: 'The picture is dark.', scene: { change: dimmed(0.3) } },
  { name: 'uneven', words: 'One side of the picture is dark.', scene: { change: shaded(0.35) } },
  { name: 'blurred', words: 'The picture is blurred.', scene: { change: blurred(10) } },
] as const;

let installation: Installation;
let browser: Browser;
beforeAll(async () => {
  installation = await install();
  browser = await launchWithCamera({
    video: await sceneVideo([
      { seconds: SECONDS, face: { face: 'none' } },
      ...SCENES.flatMap(({ name, scene }) => [
        { seconds: SECONDS, ...scene },
        ...(STARTABLE.includes(name) ? [COVERED] : []),
      ]),
      { seconds: SECONDS },
      COVERED,
    ]),
  });
});
afterAll(async () => {
  await browser.close();
  await installation.remove();
});

test('every fault is shown on the picture and announced to screen readers; a covered face ends the measurement', async () => {
  const remembered = await storageAfterIntroduction(browser, installation.url);
  const { page } = await visit(browser, DESKTOP, remembered);
  await recordAnnouncements(page);
  await continueToCamera(page, installation.url);
  await button(page, 'Start camera').click();
  const words = ['Place your face inside the ring.', ...SCENES.map((scene) => scene.words)];
  for (const [at, text] of words.entries()) {
    await page.locator('p', { hasText: text }).first().waitFor({ timeout: ROUNDS_MS });
    const name = SCENES[at - 1]?.name ?? 'empty';
    if (photos !== undefined)
      await page.screenshot({ path: path.join(photos, `told-${name}.png`) });
  }
  await page
    .getByText('Very good. Stay in this position and start.')
    .waitFor({ timeout: ROUNDS_MS });
  await start(page);
  const said = await announcements(page);
  // For people who do not see the picture: which way to move.
  const announced = words.map((text) => (text === ASIDE.words ? ASIDE.announced : text));
  for (const text of announced)
    expect(
      said.some((one) => one.startsWith(text)),
      text,
    ).toBe(true);

  await expectFailure(page, 'Your face left the picture', 'FACE_LOST');
});
