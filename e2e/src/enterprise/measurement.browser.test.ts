// SPDX-License-Identifier: Apache-2.0
/** Films: one measurement that starts by itself and hands its results over, encrypted. */
import { readCallback, type LaunchProfile } from '@perfuse/integrator';
import { launchWithCamera, type Browser } from '@perfuse/rig';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cameraVideo } from '../camera-videos.ts';
import { DESKTOP, visit } from '../guest.ts';
import { clinicSite, type ClinicSite } from './clinic-site.ts';
import { organise, type Organisation } from './organisation.ts';

let acme: Organisation;
let clinic: ClinicSite;
let browser: Browser;

beforeAll(async () => {
  clinic = await clinicSite();
  const video = await cameraVideo({ bpm: 66, breaths: 15 });
  [acme, browser] = await Promise.all([organise(), launchWithCamera({ video })]);
  await acme.configure('kiosk', {
    callbackOrigins: [clinic.origin],
    measurementAutoStart: true,
    encryptResults: true,
    expireTokenAfterMeasurement: true,
    measurementControls: { useOvalShape: false, fillOuterShape: true, outerFillColor: '#102030' },
    branding: { measurementHeaderImage: `${clinic.origin}/header.png` },
  });
});
afterAll(async () => {
  await browser.close();
  await acme.remove();
  await clinic.close();
});

test('a measurement that starts by itself brings encrypted results to the callback and ends its tokens', async () => {
  const profile: LaunchProfile = {
    identifier: 'p-7',
    age: 40,
    height: 175,
    weight: 75,
    gender: 'f',
    smoking: 0,
    diabetes: '0',
    bloodpressuremedication: 0,
    resultsCallbackUrl: `${clinic.origin}/done`,
  };
  const { page } = await visit(browser, DESKTOP);
  let unregistered = 0;
  page.on('request', (request) => {
    const isIt = request.method() === 'DELETE' && request.url().endsWith('/organizations/licenses');
    if (isIt) unregistered += 1;
  });
  await page.goto(await acme.link('kiosk', profile, { sessionId: 'visit-9' }));
  await page.getByRole('button', { name: 'Start camera' }).click();
  const guide = page.locator('[data-part=guide]');
  await guide.waitFor();
  expect(await guide.getAttribute('data-shape')).toBe('circle');
  expect(await guide.evaluate((element) => getComputedStyle(element).boxShadow)).toContain(
    'rgb(16, 32, 48)',
  );
  expect(await page.locator('[data-part=header-image]').isVisible()).toBe(true);
  await page.getByRole('heading', { name: 'Measuring' }).waitFor({ timeout: 60_000 });
  const picture = process.env['E2E_PICTURES'];
  if (picture !== undefined) await page.screenshot({ path: `${picture}/kiosk-measuring.png` });
  await page.waitForURL(`${clinic.origin}/done?**`, { timeout: 120_000 });

  const url = page.url();
  const callback = await readCallback(url, { resultsKey: { privateKey: acme.resultsKey } });
  if (callback.kind !== 'results') throw new Error(`The callback got ${url}`);
  expect(callback).toMatchObject({ sessionId: 'visit-9', encrypted: true });
  expect(Math.abs(callback.results.ppm - 66)).toBeLessThan(4);
  expect(callback.results.bmi).toBeCloseTo(24.5, 0);
  expect(callback.details).toMatchObject({ measurementId: callback.results.measurementId });
  expect(unregistered).toBe(1);

  // Back in the tab there is nothing to measure with any more, and nothing of the result.
  await page.goto(`${acme.origin}/org/measurement`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]),
  );
  expect(kept).not.toContain('HR_BPM');
  expect(kept).not.toContain('RefreshToken":"');
});
