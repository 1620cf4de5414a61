// SPDX-License-Identifier: Apache-2.0
/** The operator's guide followed word by word: the people of its first organisation can all measure. */
import { z } from '@perfuse/contract/schema';
import { createLaunchLink, readCallback, registerDevice } from '@perfuse/integrator';
import { reachCamera } from '@perfuse/measure/journey';
import type { Page } from '@perfuse/browser-harness';
import { done } from '@perfuse/server/testing/command';
import { afterEach, afterAll, beforeAll, describe, expect, test } from 'vitest';
import { button, field, heading } from '../elements.ts';
import { cameraVideo } from '../camera-videos.ts';
import { DESKTOP, outcomeOf, PHONE, PROFILE, RECORDINGS, startRecording, visit } from '../guest.ts';
import { install, type Installation } from '../installation.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { commandsOf } from './guide-commands.ts';

const BPM = 72;
const PASSWORD = 'Correct-horse 9';
const CLINIC = 'https://acme.example';

const keySchema = z.looseObject({ id: z.string(), privateKey: z.string() });
const licenceSchema = z.looseObject({ key: z.string() });
const messageSchema = z.looseObject({ body: z.unknown() });

let installation: Installation;
let video: string;
/** Output of each command of the guide, by its words. */
const said = new Map<string, unknown>();

function answer<S extends z.ZodMiniType>(schema: S, ...words: readonly string[]): z.output<S> {
  const found = [...said].find(([command]) => words.every((word) => command.includes(word)));
  if (found === undefined) throw new Error(`The guide has no command with ${words.join(' ')}.`);
  return schema.parse(found[1]);
}

beforeAll(async () => {
  installation = await install(RECORDINGS);
  video = await cameraVideo({ bpm: BPM, breaths: 15 });
  const { directory } = installation;
  const environment = { PERFUSE_PUBLIC_URL: new URL(installation.url).origin };
  for (const words of await commandsOf('A first organisation')) {
    said.set(words.join(' '), await done(z.unknown(), words, { directory, environment }));
  }
});
afterEach(closeContexts);
afterAll(() => installation.remove());

/** On the measurement screen: measures the recording, and checks the heart rate of the results. */
async function assertMeasured(page: Page): Promise<void> {
  await startRecording(page, video);
  const { status, channels } = await outcomeOf(page);
  expect(status).toBe('measured');
  expect(Math.abs((channels['HR_BPM']?.value ?? 0) - BPM)).toBeLessThan(3);
  await heading(page, 'Your results').waitFor();
}

const SIZES = { phone: PHONE, desktop: DESKTOP };

describe('the consumer of the first organisation', () => {
  test('opens the mailed link and sets a password', async () => {
    const { body } = answer(messageSchema, 'outbox show');
    const link = /https?:\/\/[^\s"\\]+\/reset#[^\s"\\]+/.exec(JSON.stringify(body))?.[0] ?? '';
    const { page } = await visit(await sharedBrowser());
    await page.goto(link);
    await field(page, 'New password').fill(PASSWORD);
    await button(page, 'Save password').click();
    await heading(page, 'Your password has been set').waitFor();
  });

  test.each(Object.entries(SIZES))('signs in and measures on a %s', async (_, size) => {
    const { page } = await visit(await sharedBrowser(), size);
    await page.goto(`${installation.url}login`);
    await field(page, 'Access code').fill('ACME');
    await field(page, 'Email address').fill('jo@acme.example');
    await field(page, 'Password').fill(PASSWORD);
    await button(page, 'Sign in').click();
    await button(page, 'Agree').waitFor();
    await reachCamera(page, installation.url, PROFILE);
    await assertMeasured(page);
  });
});

describe('a visitor by plain link', () => {
  test.each(Object.entries(SIZES))('measures on a %s', async (_, size) => {
    const { page } = await visit(await sharedBrowser(), size);
    await reachCamera(page, `${installation.url}org/i/acme-web`, PROFILE);
    expect(await page.title()).toMatch(/ · Acme Health$/);
    await assertMeasured(page);
  });
});

describe('a visitor by signed link', () => {
  test.each(Object.entries(SIZES))('measures on a %s and returns', async (_, size) => {
    const { page } = await visit(await sharedBrowser(), size);
    const { origin } = new URL(installation.url);
    const { key: licenceKey } = answer(licenceSchema, 'licence create');
    const { url, sessionId } = await createLaunchLink({
      origin,
      organisation: 'acme',
      configId: 'acme-web',
      launchKey: answer(keySchema, 'key create', 'launch'),
      tokens: await registerDevice({ origin, licenceKey }),
      profile: {
        identifier: 'visit-4711',
        resultsCallbackUrl: `${CLINIC}/perfuse/back`,
        age: 40,
        height: 175,
        weight: 75,
        gender: 'female',
      },
    });
    await page.route(`${CLINIC}/**`, (route) => route.fulfill({ body: 'back' }));
    await page.goto(url);
    await startRecording(page, video);
    await page.waitForURL(`${CLINIC}/**`, { timeout: 240_000 });
    const callback = await readCallback(page.url());
    if (callback.kind !== 'results') throw new Error(`The callback got ${page.url()}`);
    expect(callback.sessionId).toBe(sessionId);
    expect(Math.abs(callback.results.ppm - BPM)).toBeLessThan(3);
  });
});
