// SPDX-License-Identifier: Apache-2.0
/** An integrator's link: a measurement that starts by itself and returns its results encrypted. */
import { readCallback, type LaunchProfile } from '@perfuse/integrator';
import { chooseRecording } from '@perfuse/measure/journey';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cameraVideo } from '../camera-videos.ts';
import { clinicSite, type ClinicSite } from '../enterprise/clinic-site.ts';
import { organise, type Organisation } from '../enterprise/organisation.ts';
import { DESKTOP, RECORDINGS, visit } from '../guest.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';

let acme: Organisation;
let clinic: ClinicSite;

beforeAll(async () => {
  clinic = await clinicSite();
  acme = await organise(RECORDINGS);
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
  await closeContexts();
  await acme.remove();
  await clinic.close();
});

test('a measurement that starts by itself returns encrypted results to the callback and revokes its tokens', async () => {
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
  const { page } = await visit(await sharedBrowser(), DESKTOP);
  let unregistered = 0;
  page.on('request', (request) => {
    const isIt = request.method() === 'DELETE' && request.url().endsWith('/organizations/licenses');
    if (isIt) unregistered += 1;
  });
  await page.goto(await acme.link('kiosk', profile, { sessionId: 'visit-9' }));
  const guide = page.locator('[data-part=guide]');
  await guide.waitFor();
  expect(await guide.getAttribute('data-shape')).toBe('circle');
  expect(await guide.evaluate((element) => getComputedStyle(element).boxShadow)).toContain(
    'rgb(16, 32, 48)',
  );
  expect(await page.locator('[data-part=header-image]').isVisible()).toBe(true);
  await chooseRecording(page, await cameraVideo({ bpm: 72, breaths: 15 }));
  await page.waitForURL(`${clinic.origin}/done?**`, { timeout: 240_000 });

  const url = page.url();
  const callback = await readCallback(url, { resultsKey: { privateKey: acme.resultsKey } });
  if (callback.kind !== 'results') throw new Error(`The callback got ${url}`);
  expect(callback).toMatchObject({ sessionId: 'visit-9', encrypted: true });
  expect(Math.abs(callback.results.ppm - 72)).toBeLessThan(4);
  expect(callback.results.bmi).toBeCloseTo(24.5, 0);
  // Nothing of the measurement is sent unencrypted.
  expect([...new URL(url).searchParams.keys()].sort()).toEqual(['results', 'sessionId']);
  expect(callback.results.measurementId).not.toBe('');
  expect(unregistered).toBe(1);

  // Back in the tab, neither a token to measure with nor the result is left.
  await page.goto(`${acme.origin}/org/measurement`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]),
  );
  expect(kept).not.toContain('HR_BPM');
  expect(kept).not.toContain('RefreshToken":"');
});
