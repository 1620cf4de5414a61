// SPDX-License-Identifier: Apache-2.0
/** The admin page on a small phone with text of twice the size. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '@perfuse/browser-harness';
import { layoutFindings } from '../layout-findings.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { sharedInstallation, type SharedInstallation } from '../shared-installation.ts';
import { addAdministrator } from './administrator.ts';

let installation: SharedInstallation;
let page: Page;

beforeAll(async () => {
  installation = await sharedInstallation();
  const browser = await sharedBrowser();
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
});
afterAll(closeContexts);

/** Cells with room for a few letters only, px. */
const NARROW_CELLS = `[...document.querySelectorAll('td > span')]
  .filter((cell) => cell.textContent !== '' && cell.getBoundingClientRect().width < 80)
  .map((cell) => cell.textContent)`;
/** Parts of a form that a person would have to scroll sideways. */
const SIDEWAYS = `[...document.querySelectorAll('form > div')]
  .filter((part) => part.scrollWidth > part.clientWidth)
  .map((part) => part.textContent)`;
const textbox = (name: string) => page.getByRole('textbox', { name });
const press = (name: string) => page.getByRole('button', { name }).click();
const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

it('has no screen wider than the phone, and no column that is reduced to single letters', async () => {
  const { email, password } = await addAdministrator(installation);
  const found: Record<string, unknown> = {};
  const look = async (screen: string): Promise<void> => {
    // The button that saves a configuration stays in the window, over the content below it.
    const layout = (await layoutFindings(page)).filter((one) => !one.startsWith('text over text'));
    found[screen] = [layout, await page.evaluate(NARROW_CELLS)];
  };
  await page.goto(`${installation.url}admin`);
  await textbox('Email').waitFor();
  await look('sign-in');
  await textbox('Email').fill(email);
  await textbox('Password').fill(password);
  await press('Sign in');
  await heading('Organisations');
  await look('organisations');
  await press('New organisation');
  await textbox('Name').fill('Bell Clinic');
  await press('Create');
  await heading('Bell Clinic');
  await press('New configuration');
  await textbox('ID').fill('bell-web');
  await press('Create');
  await heading('bell-web');
  await look('configuration');
  // The server names the refused setting by its path, one long word.
  await page.getByLabel('Header picture: file').setInputFiles({
    name: 'header.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  });
  await press('Save settings');
  await page.getByText('branding.measurementHeaderImage').waitFor();
  await look('refused configuration');
  expect(await page.evaluate(SIDEWAYS)).toEqual([]);
  await press('Remove header picture');
  await page.getByRole('main').getByRole('link', { name: 'Bell Clinic' }).click();
  for (const tab of ['Configurations', 'Details', 'Keys', 'Webhooks', 'Usage', 'Audit log']) {
    await page.locator('main').getByRole('link', { name: tab }).click();
    await page.getByRole('main').getByText('Loading…').waitFor({ state: 'detached' });
    await look(tab);
  }
  const clear = Object.keys(found).map((screen) => [screen, [[], []]]);
  expect(found).toEqual(Object.fromEntries(clear));
});
