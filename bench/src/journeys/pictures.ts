// SPDX-License-Identifier: Apache-2.0
/** The pictures of the README: the sample measurement, which shows no real person, in both themes. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@perfuse/browser-harness';
import { outcomeOf } from '@perfuse/e2e/guest';
import { textOf, type Catalogue } from './catalogue.ts';

const SCREEN_LIMIT_MS = 60_000;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 720 };
/** Limit for all of them together, bytes: every reader of the README loads them. */
export const MAX_BYTES = 500_000;

/** @returns total bytes of the two files, one per theme. */
async function inBothThemes(
  page: Page,
  file: string,
  take: (file: string) => Promise<unknown>,
): Promise<number> {
  const { dir, name, ext } = path.parse(file);
  let bytes = 0;
  for (const [scheme, end] of [
    ['dark', '-dark'],
    ['light', ''],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    const themed = path.join(dir, `${name}${end}${ext}`);
    await take(themed);
    bytes += statSync(themed).size;
  }
  return bytes;
}

export interface PicturesOptions {
  readonly page: Page;
  /** Of an installation that offers the sample. */
  readonly url: string;
  readonly catalogue: Catalogue;
  readonly folder: string;
}

/**
 * Takes all pictures.
 * @returns their size, bytes.
 * @throws Error when the sample gives no result.
 */
export async function takePictures(options: PicturesOptions): Promise<number> {
  const { page, url, catalogue, folder } = options;
  const button = (key: string): Locator =>
    page.getByRole('button', { name: textOf(catalogue, key), exact: true, disabled: false });
  const at = (name: string): string => path.join(folder, name);
  const window = async (file: string): Promise<unknown> =>
    // A face and soft shadows compress like a photograph: as PNG they would be several times as large.
    page.screenshot(
      file.endsWith('.jpg') ? { path: file, type: 'jpeg', quality: 66 } : { path: file },
    );

  await page.setViewportSize(PHONE);
  await page.goto(url);
  await button('camera:sample.watch').first().click({ timeout: SCREEN_LIMIT_MS });
  await button('measurement:startMeasurement').click({ timeout: SCREEN_LIMIT_MS });
  // Wait for the first pulse reading.
  const pulse = new RegExp(`\\d\\s*${textOf(catalogue, 'measurement:readouts.bpm')}`);
  const readout = page.locator('[data-part="readouts"] dd').filter({ hasText: pulse });
  await readout.first().waitFor({ timeout: SCREEN_LIMIT_MS });
  let bytes = await inBothThemes(page, at('measuring-phone.jpg'), window);

  const { status } = await outcomeOf(page);
  if (status !== 'measured') throw new Error(`The sample was ${status}.`);
  await page.waitForURL(/\/results$/);
  const rate = page.getByText(textOf(catalogue, 'results:metric.heartRate')).first();
  await rate.waitFor();
  bytes += await inBothThemes(page, at('results-phone.jpg'), window);

  await page.setViewportSize(DESKTOP);
  await rate.waitFor();
  bytes += await inBothThemes(page, at('results-desktop.png'), window);
  const evidence = page.locator('section').filter({
    has: page.getByRole('heading', { name: textOf(catalogue, 'evidence:title'), exact: true }),
  });
  // Content above it is rendered as it nears the viewport, and may push it down again.
  const toEvidence = (): Promise<void> =>
    evidence.first().evaluate((card) => card.scrollIntoView({ block: 'start' }));
  await toEvidence();
  await evidence.locator('figure svg').nth(1).waitFor({ timeout: SCREEN_LIMIT_MS });
  bytes += await inBothThemes(page, at('evidence.jpg'), async (file) => {
    await toEvidence();
    await window(file);
  });
  return bytes;
}
