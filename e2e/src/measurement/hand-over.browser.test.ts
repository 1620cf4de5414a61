// SPDX-License-Identifier: Apache-2.0
/** From the measurement to its results. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { cameraVideo } from '../camera-videos.ts';
import { measureRecording, outcomeOf, RECORDINGS, visit } from '../guest.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { sharedInstallation, type SharedInstallation } from '../shared-installation.ts';

declare global {
  interface Window {
    headlines?: string[];
  }
}

let installation: SharedInstallation;
beforeAll(async () => {
  installation = await sharedInstallation(RECORDINGS);
});
afterEach(closeContexts);

/** Records the headline of each frame that differs from the one before; empty where a frame has none. */
function keepHeadlines(): void {
  const headlines: string[] = [];
  window.headlines = headlines;
  const look = (): void => {
    const headline = document.querySelector('h1')?.textContent ?? '';
    if (headlines.at(-1) !== headline) headlines.push(headline);
    requestAnimationFrame(look);
  };
  look();
}

test('the screen of the analysis stays until the results are rendered', async () => {
  const { page } = await visit(await sharedBrowser());
  await measureRecording(page, installation.url, await cameraVideo({ bpm: 72, breaths: 15 }));
  await page.evaluate(keepHeadlines);
  await outcomeOf(page);
  await page.getByRole('heading', { level: 1, name: 'Your results' }).waitFor();
  expect(await page.evaluate(() => window.headlines ?? [])).toEqual([
    'Measuring started',
    'Analysing data',
    'Your results',
  ]);
});
