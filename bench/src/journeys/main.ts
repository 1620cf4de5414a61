// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run journeys -- [--languages en,de] [--out DIR]`: a guest's whole journey in each language on a real server with
 * a face before the camera, inspected and captured on a phone and a desktop. Exit code 1 with findings.
 *
 * `npm run journeys -- --pictures docs/images`: the pictures of the README instead.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { LANGUAGES, numberLocale, type Language } from '@perfuse/contract/language';
import { launchWithCamera, type Browser } from '@perfuse/browser-harness';
import { cameraVideo } from '@perfuse/e2e/camera-videos';
import { install } from '@perfuse/e2e/installation';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { benchCommand, someOf } from '../command-line.ts';
import { readCatalogue } from './catalogue.ts';
import { MAX_BYTES, takePictures } from './pictures.ts';
import { untranslatedFinder } from './untranslated.ts';
import { openInspector, WINDOWS } from './page-inspector.ts';
import { walkThrough } from './walk.ts';

const { languages, out, pictures } = benchCommand(
  'journeys',
  'Walks through the app as a guest in each language, on a phone and a desktop, with a simulated face. Exits with 1 on findings.',
)
  .option('--languages <en,de>', 'only these languages', someOf(LANGUAGES), LANGUAGES)
  .option('--out <dir>', 'folder for screenshots')
  .option('--pictures <dir>', 'take the screenshots of the README instead')
  .parse()
  .opts<{ languages: readonly Language[]; out?: string; pictures?: string }>();
if (out !== undefined) mkdirSync(out, { recursive: true });

/** @returns the findings as text. */
async function journey(browser: Browser, url: string, language: Language): Promise<string[]> {
  const context = await browser.newContext({
    locale: numberLocale(language),
    permissions: ['camera'],
    reducedMotion: 'reduce',
    viewport: WINDOWS.desktop,
  });
  const page = await context.newPage();
  const catalogue = readCatalogue(CHECKOUT, language);
  const isUntranslated = untranslatedFinder(readCatalogue(CHECKOUT, 'en'), catalogue);
  const inspector = openInspector(page, language, isUntranslated, out ?? null);
  // Filming changes window halfway, in the opposite direction for every other language.
  const isEven = LANGUAGES.indexOf(language) % 2 === 0;
  try {
    const filmedOn = isEven ? (['phone', 'desktop'] as const) : (['desktop', 'phone'] as const);
    await walkThrough({ page, url, catalogue, inspector, filmedOn });
    return [...inspector.findings];
  } catch (error) {
    await inspector.inspect('stopped-here').catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    const where = new URL(page.url()).pathname;
    return [...inspector.findings, `stopped at ${where}: ${reason}`];
  } finally {
    await context.close();
  }
}

/** @returns the findings as text. */
async function picturesIn(browser: Browser, url: string, folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    const catalogue = readCatalogue(CHECKOUT, 'en');
    const bytes = await takePictures({ page, url, catalogue, folder });
    process.stdout.write(`pictures: ${String(Math.round(bytes / 1000))} kB\n`);
    return bytes > MAX_BYTES ? [`more than ${String(MAX_BYTES / 1000)} kB`] : [];
  } finally {
    await context.close();
  }
}

const installation = await install();
const browser = await launchWithCamera({ video: await cameraVideo({ bpm: 72, breaths: 15 }) });
try {
  for (const language of pictures === undefined ? languages : []) {
    const began = Date.now();
    const findings = await journey(browser, installation.url, language);
    const seconds = Math.round((Date.now() - began) / 1000);
    const count = findings.length === 0 ? 'no findings' : `${String(findings.length)} findings`;
    process.stdout.write(`${language}: ${count}, ${String(seconds)} s\n`);
    for (const finding of findings) process.stdout.write(`  ${finding}\n`);
    if (findings.length > 0) process.exitCode = 1;
  }
  if (pictures !== undefined) {
    const findings = await picturesIn(browser, installation.url, path.resolve(pictures));
    for (const finding of findings) process.stdout.write(`  ${finding}\n`);
    if (findings.length > 0) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await installation.remove();
}
