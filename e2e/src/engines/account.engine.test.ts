// SPDX-License-Identifier: Apache-2.0
/** A person with an account in WebKit and in Firefox, on a desktop's screen. */
import { describe, expect, test } from 'vitest';
import { ACCESS_CODE, newCredentials } from '../accounts/person.ts';
import { sharedInstallation } from '../shared-installation.ts';
import { DESKTOP, ENGINES, EVERY_BROWSER_SIGNED_IN, inEngine } from './engines.ts';

describe.each(ENGINES)('a person with an account in $engine', ({ launch, isMissing }) => {
  test.skipIf(isMissing)('signs up, signs in, opens the history and signs out', async () => {
    const { url } = await sharedInstallation(EVERY_BROWSER_SIGNED_IN);
    const { email, password } = newCredentials();
    await inEngine(launch, DESKTOP, async (page) => {
      await page.open(url);
      await page.see('heading', 'Sign in');
      await page.press('button', 'Create an account');
      await page.see('heading', 'Create an account');
      await page.fill('Access code', ACCESS_CODE);
      await page.fill('Email address', email);
      await page.fill('New password', password);
      await page.press('button', 'Create account');
      await page.see('status', 'You can sign in now*');

      await page.fill('Access code', ACCESS_CODE);
      await page.fill('Email address', email);
      await page.fill('Password', password);
      await page.press('button', 'Sign in');
      await page.see('button', 'Agree');
      await page.open(url);
      await page.see('link', 'Sign out');

      await page.open(`${url}history`);
      await page.see('heading', 'Past results');
      await expect.poll(page.text).toContain('Nothing here yet.');

      await page.press('link', 'Sign out');
      await page.see('heading', 'Sign in');
      await page.open(`${url}camera-consent`);
      await page.see('heading', 'Sign in');
    });
  });
});
