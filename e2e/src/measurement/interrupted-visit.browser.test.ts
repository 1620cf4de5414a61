// SPDX-License-Identifier: Apache-2.0
/** An integrator's visit whose page is reloaded while it films: no redirect is reported that does not happen. */
import { launchWithCamera, type Browser } from '@perfuse/browser-harness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { button } from '../elements.ts';
import { cameraVideo } from '../camera-videos.ts';
import { clinicSite, type ClinicSite } from '../enterprise/clinic-site.ts';
import { organiseAt, type OrganisationOnly } from '../enterprise/organisation.ts';
import { visit } from '../guest.ts';
import { sharedInstallation } from '../shared-installation.ts';
import { start } from './screen.ts';

let acme: OrganisationOnly;
let clinic: ClinicSite;
let browser: Browser;

beforeAll(async () => {
  clinic = await clinicSite();
  acme = await organiseAt(await sharedInstallation(), 'interrupted');
  const common = {
    callbackOrigins: [clinic.origin],
    eventsWebhookEndpoint: `${clinic.origin}/events`,
  };
  await acme.configure('tokens-stay', common);
  await acme.configure('tokens-end', { ...common, expireTokenAfterMeasurement: true });
  browser = await launchWithCamera({ video: await cameraVideo({ seconds: 10 }) });
});
afterAll(async () => {
  await browser.close();
  await clinic.close();
});

test.each(['tokens-stay', 'tokens-end'])(
  'a person who reloads the page can measure again in the same visit: %s',
  async (configId) => {
    const { page } = await visit(browser);
    const person = {
      identifier: 'p-7',
      age: 40,
      height: 175,
      weight: 75,
      gender: 'f',
      resultsCallbackUrl: `${clinic.origin}/done`,
    } as const;
    await page.goto(await acme.link(configId, person, { sessionId: configId }));
    await button(page, 'Start camera').click({ timeout: 60_000 });
    const created = page.waitForResponse(
      (answer) =>
        answer.request().method() === 'POST' &&
        new URL(answer.url()).pathname.endsWith('/measurements'),
    );
    await start(page);
    await created;
    await page.reload();
    await button(page, 'Start camera').click({ timeout: 60_000 });
    await start(page);

    const times = async (event: string) =>
      (await acme.events(configId, configId)).filter((one) => one === event).length;
    await expect.poll(() => times('MEASUREMENT_STARTED')).toBe(2);
    expect(await times('CANCELED')).toBe(1);
    expect(await times('REDIRECTING_TO_CALLBACK')).toBe(0);
    await page.context().close();
  },
);
