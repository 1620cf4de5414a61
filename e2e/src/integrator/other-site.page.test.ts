// SPDX-License-Identifier: Apache-2.0
/** The app in a frame of another site, over https as in production: the cookies that a browser stores and sends. */
import path from 'node:path';
import { launchWithCamera, type Browser } from '@perfuse/browser-harness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { integrator, type Integrator } from '@perfuse/server/testing/integrator';
import { startServer, type TestServer } from '@perfuse/server/testing/server';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { press, newCredentials } from '../accounts/person.ts';
import { watchTraffic } from '../traffic.ts';
import { SECURE_SITES, secureSites, type SecureSites } from './secure-sites.ts';

const ENTERPRISE = path.join(CHECKOUT, 'apps/web/dist/enterprise');

let server: TestServer;
let clinic: Integrator;
let sites: SecureSites;
let browser: Browser;
beforeAll(async () => {
  server = await startServer({
    webBuilds: [{ directory: ENTERPRISE, prefixes: ['/org'] }],
    environment: { PERFUSE_SIGN_IN: 'on', PERFUSE_TRUST_PROXY: 'loopback' },
  });
  sites = await secureSites(server.host);
  clinic = await integrator(server, {
    embedOrigins: [sites.around],
    onboarding: { loginType: 'password', demographicsEntryMode: 'noDemographics' },
  });
  // Third-party cookies are blocked, except those partitioned by the embedding site.
  browser = await launchWithCamera({
    args: [...SECURE_SITES, '--test-third-party-cookie-phaseout'],
  });
});
afterAll(async () => {
  await browser.close();
  await sites.close();
  await server.stop();
});

test('a user signs in, stays signed in after a reload, and reaches the camera', async () => {
  const who = newCredentials();
  await server.app.accounts.people.createUser(clinic.organisationId, who);
  sites.show(`${sites.product}/org/i/${clinic.configId}`);
  const context = await browser.newContext({ locale: 'en-US', permissions: ['camera'] });
  const page = await context.newPage();
  const { complaints } = watchTraffic(page);
  await page.goto(sites.around);
  const frame = page.frameLocator('iframe');
  const button = (name: string) => frame.getByRole('button', { name, exact: true });
  await frame.getByLabel('Email address', { exact: true }).fill(who.email);
  await frame.getByLabel('Password', { exact: true }).fill(who.password);
  await button('Sign in').click();
  await button('Agree').waitFor({ timeout: 60_000 });

  const cookies = await context.cookies();
  expect(cookies.length).toBeGreaterThan(1);
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({
      domain: 'vitals.example',
      httpOnly: true,
      secure: true,
      sameSite: 'None',
      partitionKey: 'https://clinic.example',
    });
  }
  await page.reload();
  await button('Agree').click({ timeout: 60_000 });
  await frame.getByRole('heading', { name: 'Your consent', level: 1 }).waitFor();
  for (const box of await frame.getByRole('checkbox').all()) await press(box);
  await button('Continue').click();
  await button('Start camera').click({ timeout: 60_000 });
  const width = () =>
    frame.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth);
  await expect.poll(width).toBeGreaterThan(0);
  expect(complaints.filter((text) => /policy/i.test(text))).toEqual([]);

  // Opened on its own, the product has no session: the cookies belong to the embedding site's partition.
  await page.goto(`${sites.product}/org/i/${clinic.configId}`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor({ timeout: 60_000 });
  await context.close();
});
