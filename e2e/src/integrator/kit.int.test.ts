// SPDX-License-Identifier: Apache-2.0
/** The product and the integrator's example, told what a browser would tell them: results, events and refusals. */
import { launchedConfigurationSchema } from '@perfuse/contract/launch/configuration';
import { readLaunchFailure } from '@perfuse/contract/launch/failure';
import { callbackResults, dataIdAnswer, encryptionAnswer } from '@perfuse/contract/launch/results';
import { createLaunchLink, registerDevice, type LaunchOptions } from '@perfuse/integrator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '@perfuse/testing/waiting';
import { startKit, type Kit } from './kit.ts';

let kit: Kit;
beforeAll(async () => {
  kit = await startKit();
});
afterAll(() => kit.remove());

const RESULTS = callbackResults(
  'm-1',
  { HR_BPM: { value: 72, kind: 'measured', source: 'pos' } },
  4,
);

/** Presses the example's button. @returns where it sends the browser. */
async function press(way: string): Promise<string> {
  const answer = await fetch(`${kit.example}/measure`, {
    method: 'POST',
    headers: { origin: kit.example },
    body: new URLSearchParams({ way }),
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}

/** What the app asks first of all. */
async function launch(link: string) {
  const [, , , configId, profileData, , , sessionId] = new URL(link).pathname.split('/');
  const parts = [configId, profileData, sessionId].map((part) => part ?? '').join('/');
  return fetch(`${kit.perfuse}/api/profile/${parts}`);
}
const launched = async (link: string) =>
  launchedConfigurationSchema.parse(await (await launch(link)).json());

const post = async (path: string, body: unknown): Promise<unknown> => {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await fetch(`${kit.perfuse}/api${path}`, init)).json();
};

async function encrypted(configId: string, sessionId: string): Promise<string> {
  const resultsPayload = JSON.stringify(RESULTS);
  const answer = await post('/encryption', { configId, sessionId, resultsPayload });
  return encryptionAnswer.parse(answer).encryptedResults;
}

/** The browser comes back. @returns the page that it ends on. */
async function openAtCamera(query: Record<string, string>): Promise<string> {
  const search = new URLSearchParams(query).toString();
  return (await fetch(`${kit.example}/callback?${search}`)).text();
}

describe('results', () => {
  it('in the callback are decrypted and shown, once', async () => {
    const { configId, sessionId, settings, resultsCallbackUrl } = await launched(
      await press('callback'),
    );
    expect(resultsCallbackUrl).toBe(`${kit.example}/callback`);
    expect(settings.encryptResults).toBe(true);
    const results = await encrypted(configId, sessionId);
    expect(await openAtCamera({ results, sessionId })).toMatch(/decrypted here[\s\S]*>72 </);
    expect(await openAtCamera({ results, sessionId })).toContain('No visit that was begun here');
  });

  it('by results API are posted signed, and shown under the id that it answered', async () => {
    const { configId, sessionId, launchId, postsResults } = await launched(
      await press('results-api'),
    );
    expect(postsResults).toBe(true);
    const results = await encrypted(configId, sessionId);
    const body = { launchId, sessionId, results, resultsAreEncrypted: true };
    const { dataId } = dataIdAnswer.parse(await post(`/results/${configId}`, body));
    expect(await openAtCamera({ dataId, sessionId })).toMatch(/posted them, signed[\s\S]*>72 </);
  });
});

it('an event of the session reaches the example, which verifies it', async () => {
  const { configId, sessionId, wantsEvents } = await launched(await press('callback'));
  expect(wantsEvents).toBe(true);
  await post(`/webhook/${configId}`, {
    timestamp: new Date().toISOString(),
    sessionId,
    sequence: 0,
    event: 'MEASUREMENT_STARTED',
    severity: 'INFO',
    payload: {},
  });
  await until(async () => {
    const shown = await (await fetch(`${kit.example}/visits/${sessionId}`)).text();
    return shown.includes('MEASUREMENT_STARTED') ? true : undefined;
  }, 'the event on the page of the visit');
});

describe('a launch', () => {
  const link = async (change: Partial<LaunchOptions> = {}): Promise<string> => {
    const { organisation, configId, launchKey, licenceKey } = kit.settings;
    const origin = kit.perfuse;
    const tokens = await registerDevice({ origin, licenceKey });
    const profile = { identifier: 'visit-7', resultsCallbackUrl: `${kit.example}/callback` };
    const options = { origin, organisation, configId, launchKey, tokens, profile, ...change };
    return (await createLaunchLink(options)).url;
  };
  const refusal = async (url: string) => {
    const answer = await launch(url);
    const { code, resultsCallbackUrl } = readLaunchFailure(await answer.json());
    return { status: answer.status, code, resultsCallbackUrl };
  };

  it('that expired goes back with the code of the server', async () => {
    const url = await link({ now: () => Date.now() - 20 * 60_000 });
    expect(await refusal(url)).toEqual({
      status: 401,
      code: 'LAUNCH_TOKEN_EXPIRED',
      resultsCallbackUrl: `${kit.example}/callback`,
    });
  });

  it('that was used goes back with the code of the server', async () => {
    const url = await link();
    expect((await launch(url)).status).toBe(200);
    expect(await refusal(url)).toEqual({
      status: 401,
      code: 'LAUNCH_TOKEN_USED',
      resultsCallbackUrl: `${kit.example}/callback`,
    });
  });

  it('of another organisation, or for another configuration, is refused without a way back', async () => {
    const refused = { status: 401, code: 'LAUNCH_TOKEN_INVALID' };
    expect(await refusal(await link({ organisation: 'other' }))).toEqual(refused);
    const elsewhere = (await link({ configId: 'other' })).replace('/c/other/', '/c/example-web/');
    expect(await refusal(elsewhere)).toEqual(refused);
  });

  it('with a bad profile is refused with the way back', async () => {
    const profile = { identifier: 'v', age: 5, resultsCallbackUrl: `${kit.example}/callback` };
    expect(await refusal(await link({ profile, checkProfile: false }))).toEqual({
      status: 400,
      code: 'PROFILE_VALIDATION_FAILED',
      resultsCallbackUrl: `${kit.example}/callback`,
    });
  });
});
