// SPDX-License-Identifier: Apache-2.0
/** Too little light: the message, an organisation's requirement, and the help of the screen and the camera. */
import { launchWithCamera, type Browser, type Page } from '@perfuse/browser-harness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { button } from '../elements.ts';
import { cameraVideo, sceneVideo } from '../camera-videos.ts';
import { organise, type Organisation } from '../enterprise/organisation.ts';
import { DESKTOP, PHONE, visit, type Remembered } from '../guest.ts';
import { dimmed } from './frame-changes.ts';
import { continueToCamera, start, startButton, storageAfterIntroduction } from './screen.ts';
import { withSettableCamera } from './settable-camera.ts';

const DARK = 'The picture is dark.';
const WHITE = 'rgb(255, 255, 255)';

let acme: Organisation;
let browser: Browser;
let remembered: Remembered;
beforeAll(async () => {
  acme = await organise();
  await acme.configure('waits', {
    callbackOrigins: ['https://clinic.example'],
    measurementControls: { checkUp: { brightness: 'block' } },
  });
  browser = await launchWithCamera({
    video: await sceneVideo([{ seconds: 10, change: dimmed(0.3) }]),
  });
  remembered = await storageAfterIntroduction(browser, acme.origin);
});
afterAll(async () => {
  await browser.close();
  await acme.remove();
});

const groundOfPage = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const fillAroundFace = (page: Page): Promise<string> =>
  page.locator('[data-part=guide]').evaluate((guide) => getComputedStyle(guide).boxShadow);
const movingParts = (page: Page): Promise<number> =>
  page.evaluate(() => document.getAnimations().filter((one) => one instanceof CSSAnimation).length);

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])(
  'in a dark picture the screen becomes a steady white light on request, on a %s',
  async (_, viewport) => {
    const { page } = await visit(browser, viewport, remembered);
    await page.emulateMedia({ colorScheme: 'dark' });
    await continueToCamera(page, acme.origin);
    await button(page, 'Start camera').click();
    await page.getByText(DARK).first().waitFor({ timeout: 60_000 });
    expect(await groundOfPage(page)).not.toBe(WHITE);
    await button(page, 'Use the screen as a light').click();
    expect(await groundOfPage(page)).toBe(WHITE);

    // A notice, not a requirement: the measurement may start anyway.
    await start(page);
    expect(await groundOfPage(page)).toBe(WHITE);
    expect(await movingParts(page)).toBe(0);
    expect(await button(page, 'Turn off the screen light').count()).toBe(0);
    await button(page, 'Cancel').click();
    await button(page, 'Turn off the screen light').click();
    expect(await groundOfPage(page)).not.toBe(WHITE);
    await page.context().close();
  },
);

test('where the organisation requires a bright picture, a dark one cannot be started', async () => {
  const { page } = await visit(browser, DESKTOP);
  const resultsCallbackUrl = 'https://clinic.example/done';
  await page.goto(await acme.link('waits', { identifier: 'p-1', resultsCallbackUrl }));
  await button(page, 'Start camera').click({ timeout: 60_000 });
  await page.getByText(DARK).first().waitFor({ timeout: 60_000 });
  expect(await startButton(page).count()).toBe(0);
  expect(await fillAroundFace(page)).toBe('none');
  await button(page, 'Use the screen as a light').click();
  await expect.poll(() => fillAroundFace(page)).toContain(WHITE);
  expect(await startButton(page).count()).toBe(0);
  await page.context().close();
});

test('a configurable camera has its settings locked while it films, and released afterwards', async () => {
  const bright = await launchWithCamera({ video: await cameraVideo({ seconds: 10 }) });
  try {
    const { page } = await visit(bright, DESKTOP, remembered);
    await withSettableCamera(page);
    await continueToCamera(page, acme.origin);
    await button(page, 'Start camera').click();
    const set = (): Promise<string> => page.evaluate(() => window.setOfCamera?.at(-1) ?? '');
    await start(page);
    expect(await set()).toContain(
      '{"exposureMode":"manual","exposureTime":200,"whiteBalanceMode":"manual","focusMode":"manual"}',
    );
    await button(page, 'Cancel').click();
    await expect
      .poll(set)
      .toContain(
        '{"exposureMode":"continuous","whiteBalanceMode":"continuous","focusMode":"continuous"}',
      );
    await page.locator('video').waitFor({ state: 'detached' });
  } finally {
    await bright.close();
  }
});
