// SPDX-License-Identifier: Apache-2.0
/** An administrator's first minutes: sign in, create an organisation and a link, brand it, and check how it opens. */
import type { Page } from '@perfuse/browser-harness';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityFindings } from '../accessibility.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { sharedInstallation, type SharedInstallation } from '../shared-installation.ts';
import { addAdministrator } from './administrator.ts';

const LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

let installation: SharedInstallation;
let page: Page;
const faults: string[] = [];
/** For each event request, whether it came from a frame. */
const events: boolean[] = [];

beforeAll(async () => {
  installation = await sharedInstallation();
  const browser = await sharedBrowser();
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  const { origin } = new URL(installation.url);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  page = await context.newPage();
  page.on('request', (request) => {
    if (request.url().includes('/api/webhook/')) events.push(request.frame() !== page.mainFrame());
  });
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (line) => {
    // Before the sign-in the server answers with 401.
    if (line.type() === 'error' && !line.text().includes('401')) faults.push(line.text());
  });
});
afterAll(closeContexts);

const textbox = (name: string) => page.getByRole('textbox', { name });
const press = (name: string) => page.getByRole('button', { name }).click();
const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

it('leads from the sign-in to a copied link that opens the app with the logo and the title', async () => {
  const { email, password } = await addAdministrator(installation);
  await page.goto(`${installation.url}admin`);
  await textbox('Email').fill(email);
  await textbox('Password').fill(password);
  expect(await accessibilityFindings(page)).toEqual([]);
  await press('Sign in');
  await heading('Organisations');

  await press('New organisation');
  await textbox('Name').fill('Acme Clinic');
  await press('Create');
  await heading('Acme Clinic');
  await page.getByRole('link', { name: 'Details' }).click();
  await page.getByLabel('Logo: file').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from(LOGO, 'base64'),
  });
  await press('Save details');
  await page.getByText('Saved.').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);

  await page.getByRole('link', { name: 'Configurations' }).click();
  await press('New configuration');
  await textbox('ID').fill('acme-web');
  await press('Create');
  await heading('acme-web');
  await textbox('Page title').fill('Acme Health');
  await textbox('Stylesheet').fill('http://acme.example/style.css');
  await press('Save settings');
  await page.getByText('(branding.customCSSURL)').waitFor();
  await textbox('Stylesheet').fill('');
  await textbox('Event webhook').fill('https://acme.example/events');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await press('Save settings');
  expect((await saved).status()).toBe(200);
  await page.getByText('Applies whenever the link is opened').waitFor();
  const preview = page.frameLocator('iframe[title="Preview of the app"]');
  await preview.getByRole('img', { name: 'Acme Clinic' }).waitFor();
  await preview.getByRole('heading', { level: 1 }).waitFor();
  // The app in the preview focuses its headings, but not while somebody works in the form.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
  expect(await accessibilityFindings(page)).toEqual([]);

  await press('Copy link');
  await page.getByText('Copied').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${installation.url}org/i/acme-web`);
  await page.goto(link);
  await page.getByRole('img', { name: 'Acme Clinic' }).waitFor();
  await expect.poll(() => page.title()).toContain('Acme Health');
  // The visit sends events, the preview does not.
  await expect.poll(() => events).toContain(false);
  expect(events).not.toContain(true);
  expect(faults).toEqual([]);
});
