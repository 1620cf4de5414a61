// SPDX-License-Identifier: Apache-2.0
/** The China region: sign-up and sign-in with a phone number and the code sent to it. */
import { launchWithCamera, type Browser } from '@perfuse/browser-harness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { button, field, heading } from '../elements.ts';
import { accessibilityFindings } from '../accessibility.ts';
import { install, type Installation } from '../installation.ts';
import { atCameraConsent, newPersonOnline } from './person.ts';
import { openInbox, type Inbox } from './inbox.ts';

const HOST = 'perfuse.cn';

let inbox: Inbox;
let installation: Installation;
let browser: Browser;
let url: string;
beforeAll(async () => {
  inbox = await openInbox();
  installation = await install({ ...inbox.environment, PERFUSE_SIGN_IN: 'on' });
  const address = new URL(installation.url);
  address.hostname = HOST;
  url = address.href;
  browser = await launchWithCamera({
    args: [
      `--host-resolver-rules=MAP ${HOST} 127.0.0.1`,
      `--unsafely-treat-insecure-origin-as-secure=${address.origin}`,
    ],
  });
});
afterAll(async () => {
  await browser.close();
  await installation.remove();
  await inbox.close();
});

const codeIn = (text: string): string => /\b(\d{6})\b/.exec(text)?.[1] ?? '';

test('a phone number is sent a code; a wrong code is refused, the right one signs in', async () => {
  const { page } = await newPersonOnline(browser, { width: 390, height: 800 });
  await page.goto(`${url}login`);
  // A host of the region uses Chinese until another language is chosen.
  await heading(page, '登录').waitFor();
  await page.getByRole('button', { name: /简体中文/ }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await heading(page, 'Sign in').waitFor();
  expect(await field(page, 'Country code').inputValue()).toBe('86');
  expect(await button(page, 'Forgot password?').count()).toBe(0);

  await field(page, 'Phone number').fill('138');
  await button(page, 'Send code').click();
  await page.getByText('This phone number is not valid.').waitFor();

  await button(page, 'Create an account').click();
  await field(page, 'Phone number').fill('138 0013 8000');
  await button(page, 'Create account').click();
  await heading(page, 'Enter your code').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  const code = codeIn(await inbox.to('+8613800138000'));
  await page.reload();
  await page.getByText('+8613800138000').waitFor();
  await page.goBack();
  expect(await field(page, 'Phone number').inputValue()).toBe('138 0013 8000');
  await page.goForward();
  await heading(page, 'Enter your code').waitFor();
  const input = field(page, 'Verification code');
  expect(await input.getAttribute('autocomplete')).toBe('one-time-code');
  await input.fill(code === '000000' ? '111111' : '000000');
  await button(page, 'Sign in').click();
  await page.getByRole('alert').filter({ hasText: 'This code is not valid.' }).waitFor();
  expect(await input.inputValue()).toBe('');
  await input.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await button(page, 'Sign in').click();
  await atCameraConsent(page);
  const kept = await page.evaluate(() => JSON.stringify([sessionStorage, window.history.state]));
  expect(kept).not.toContain('13800138000');
});
