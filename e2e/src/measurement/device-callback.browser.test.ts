// SPDX-License-Identifier: Apache-2.0
/** An integrator's link with the analysis on the device: what the integrator receives, and what is not sent. */
import { readCallback, type LaunchProfile } from '@perfuse/integrator';
import { chooseRecording } from '@perfuse/measure/journey';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { accessibilityFindings } from '../accessibility.ts';
import { cameraVideo } from '../camera-videos.ts';
import { clinicSite, type ClinicSite } from '../enterprise/clinic-site.ts';
import { organiseAt, type OrganisationOnly } from '../enterprise/organisation.ts';
import { RECORDINGS, visit } from '../guest.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { sharedInstallation } from '../shared-installation.ts';
import { startButton } from './screen.ts';

let acme: OrganisationOnly;
let clinic: ClinicSite;
let person: LaunchProfile;

beforeAll(async () => {
  clinic = await clinicSite();
  acme = await organiseAt(await sharedInstallation(RECORDINGS), 'on-device');
  const common = {
    callbackOrigins: [clinic.origin],
    eventsWebhookEndpoint: `${clinic.origin}/events`,
  };
  await acme.configure('device-by-choice', { ...common, analysis: 'choice' });
  await acme.configure('service-required', common);
  person = {
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
});
afterEach(closeContexts);
afterAll(() => clinic.close());

test('the callback says that the device calculated the results, and nothing else is sent to anybody', async () => {
  const { page } = await visit(await sharedBrowser());
  await page.goto(await acme.link('device-by-choice', person, { sessionId: 'visit-d' }));
  const choice = page.getByText('only the results go to the organisation that invited you');
  await choice.click();
  expect(await page.getByRole('checkbox').isChecked()).toBe(true);
  expect(await accessibilityFindings(page)).toEqual([]);
  const before = await acme.events('device-by-choice', 'visit-d');

  const told: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    const isService = origin === acme.origin && /^\/(?:api|analysis)\//.test(pathname);
    if (isService) told.push(`${request.method()} ${pathname}`);
  });
  page.on('websocket', (socket) => told.push(socket.url()));
  expect(await chooseRecording(page, await cameraVideo({ bpm: 72, breaths: 15 }))).toBeNull();
  await startButton(page).click({ timeout: 60_000 });
  await page.waitForURL(`${clinic.origin}/done?**`, { timeout: 240_000 });

  const callback = await readCallback(page.url());
  if (callback.kind !== 'results') throw new Error(`The callback got ${page.url()}`);
  expect(callback).toMatchObject({ sessionId: 'visit-d', encrypted: false });
  expect(callback.results.analysedOn).toBe('device');
  expect(callback.results.measurementId).toMatch(/^device-/);
  expect(Math.abs(callback.results.ppm - 72)).toBeLessThan(4);
  expect(told).toEqual([]);
  expect(await acme.events('device-by-choice', 'visit-d')).toEqual(before);
});

test('an organisation that requires the service offers no choice', async () => {
  const { page } = await visit(await sharedBrowser());
  await page.goto(await acme.link('service-required', person, { sessionId: 'visit-s' }));
  await page.getByRole('button', { name: 'Start camera' }).waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
  // Nor does a preference stored in the tab.
  await page.waitForFunction(() => {
    const no = '"prefersDevice":false';
    const [key, text] =
      Object.entries(sessionStorage).find((row) => String(row[1]).includes(no)) ?? [];
    if (key === undefined) return false;
    sessionStorage.setItem(key, String(text).replace(no, '"prefersDevice":true'));
    return true;
  });
  await page.reload();
  await page.getByRole('button', { name: 'Start camera' }).waitFor();
  expect(await page.getByText(/on this device/).count()).toBe(0);
});
