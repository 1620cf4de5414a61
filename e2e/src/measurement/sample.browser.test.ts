// SPDX-License-Identifier: Apache-2.0
/** The sample measurement: a guest without a camera sees all of the app, and no value is taken for a person's. */
import { readFile } from 'node:fs/promises';
import { launchChromium, type Browser, type Page } from '@perfuse/browser-harness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { button } from '../elements.ts';
import { accessibilityFindings } from '../accessibility.ts';
import { countingProxy, type CountingProxy } from '../counting-proxy.ts';
import { DESKTOP, lastMeasurement, outcomeOf, PHONE, visit } from '../guest.ts';
import { sharedInstallation } from '../shared-installation.ts';
import { message, startButton } from './screen.ts';

const SAMPLE = { PERFUSE_SAMPLE_MEASUREMENT: 'on' } as const;
const SCREEN_LIMIT_MS = 60_000;
let proxy: CountingProxy;
let withoutSample: string;
/** No camera, not even one played from a file. */
let browser: Browser;
beforeAll(async () => {
  const [offered, off] = await Promise.all([
    sharedInstallation(SAMPLE),
    sharedInstallation({ PERFUSE_SAMPLE_MEASUREMENT: 'off' }),
  ]);
  [proxy, withoutSample] = [await countingProxy(offered.url), off.url];
  browser = await launchChromium(['--use-fake-ui-for-media-stream']);
});
afterAll(async () => {
  await browser.close();
  await proxy.close();
});

const watch = (page: Page) => button(page, 'Watch a sample measurement');

/** Requests that would send a measurement to an analysis service or anywhere else. */
const told = (from: number): string[] =>
  proxy.seen.slice(from).filter((one) => /\/analysis\/|POST|PUT|PATCH/.test(one));

test.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)(
  'the sample runs on a %s from the first screen to the results, without a camera',
  async (_, viewport) => {
    const { page, traffic } = await visit(browser, viewport);
    await page.goto(proxy.url);
    await button(page, 'Agree').click({ timeout: SCREEN_LIMIT_MS });
    await message(page).getByRole('heading', { name: 'No camera found' }).waitFor();
    const from = proxy.seen.length;
    await message(page).getByRole('button', { name: 'Watch a sample measurement' }).click();

    await startButton(page).waitFor({ timeout: SCREEN_LIMIT_MS });
    await page.getByText(/^A computer-generated face is measured in place of yours/).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await startButton(page).click();
    await page.getByRole('heading', { name: 'Measuring started' }).waitFor();
    const outcome = await outcomeOf(page);
    expect(outcome).toMatchObject({ status: 'measured', analysedOn: 'device', isSample: true });
    expect(outcome.measurementId).toMatch(/^sample-/);
    expect(outcome.channels['HR_BPM']?.value).toBeCloseTo(66, 0);
    expect(outcome.channels['BR_BPM']?.value).toBeCloseTo(14, 0);
    expect(outcome.frames.dropped).toBe(0);

    await page.waitForURL(/\/results$/);
    // The evidence below repeats this, once it is drawn.
    await page
      .getByRole('note')
      .filter({ hasText: /These values belong to nobody\.$/ })
      .waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    // It is not kept: there is no switch for it, and nothing was sent.
    const csv = button(page, 'Table (CSV)');
    await csv.scrollIntoViewIfNeeded();
    expect(await page.getByRole('checkbox', { name: /^Keep the results/ }).count()).toBe(0);
    const saving = page.waitForEvent('download');
    await csv.click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^perfuse-sample-.+\.csv$/);
    const rows = (await readFile(await file.path(), 'utf8')).trim().split('\n').slice(1);
    for (const row of rows) expect(row).toContain('These values belong to nobody.');
    expect(told(from)).toEqual([]);
    expect(traffic.sockets).toEqual([]);
    expect(traffic.complaints).toEqual([]);

    // The person's own measurement still requires all consents.
    const again = button(page, 'Measure again').first();
    await again.scrollIntoViewIfNeeded();
    await again.click();
    await page.waitForURL(/\/camera-consent$/);
    await page.context().close();
  },
);

test('the sample can be cancelled, watched again, and left for the person’s own measurement', async () => {
  const { page } = await visit(browser);
  await page.goto(proxy.url);
  await watch(page).click({ timeout: SCREEN_LIMIT_MS });
  await startButton(page).click({ timeout: SCREEN_LIMIT_MS });
  await page.getByRole('heading', { name: 'Measuring started' }).waitFor();
  await button(page, 'Cancel').click();
  await page.getByText(/^Measurement cancelled/).waitFor();
  expect(await lastMeasurement(page)).toBeNull();
  await watch(page).click();
  await startButton(page).waitFor();
  await button(page, 'Measure yourself').click();
  await page.waitForURL(/\/camera-consent$/);
  await page.context().close();
});

test('the sample is offered only where the operator allows it', async () => {
  const { page } = await visit(browser);
  await page.goto(withoutSample);
  await button(page, 'Agree').click({ timeout: SCREEN_LIMIT_MS });
  await message(page).getByRole('heading', { name: 'No camera found' }).waitFor();
  expect(await watch(page).count()).toBe(0);
  await page.context().close();
});
