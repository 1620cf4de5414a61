// SPDX-License-Identifier: Apache-2.0
/** The product and the integrator's example, with the requests that a browser sends: results, events and refusals. */
import {
  launchedConfigurationSchema,
  type LaunchedConfiguration,
} from '@perfuse/contract/launch/configuration';
import { LAUNCH_HEADER } from '@perfuse/contract/launch/link';
import { readLaunchFailure } from '@perfuse/contract/launch/failure';
import { callbackResults, dataIdAnswer, encryptionAnswer } from '@perfuse/contract/launch/results';
import {
  decodeChannels,
  RESULT_MULTIPLIER,
  channelDataSchema,
} from '@perfuse/contract/results/message';
import { z } from '@perfuse/contract/schema';
import { createLaunchLink, registerDevice, type LaunchOptions } from '@perfuse/integrator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionOf } from '@perfuse/testing/chunks';
import { addChunk, call, openMeasurement } from '@perfuse/testing/client';
import { payloads } from '@perfuse/testing/measuring';
import { until } from '@perfuse/testing/waiting';
import { startKit, type Kit } from './kit.ts';

let kit: Kit;
beforeAll(async () => {
  kit = await startKit();
});
afterAll(() => kit.remove());

/** Presses the example's button. @returns the address that it redirects to. */
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

/** The first request of the app. */
async function launch(link: string) {
  const [, , , configId, profileData, token, , sessionId] = new URL(link).pathname.split('/');
  return fetch(`${kit.perfuse}/api/launch/${configId ?? ''}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ profileData, sessionId, token }),
  });
}

interface Launched extends LaunchedConfiguration {
  /** Access token of the link. */
  readonly token: string;
}

async function launched(link: string): Promise<Launched> {
  const token = decodeURIComponent(new URL(link).pathname.split('/')[5] ?? '');
  return { ...launchedConfigurationSchema.parse(await (await launch(link)).json()), token };
}

/** @param by the launch whose secret the page sends. */
const post = async (
  { launchId }: Pick<Launched, 'launchId'>,
  path: string,
  body: unknown,
): Promise<unknown> => {
  const headers = { 'content-type': 'application/json', [LAUNCH_HEADER]: launchId };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await fetch(`${kit.perfuse}/api${path}`, init)).json();
};

const foundSchema = z.object({
  StatusID: z.string(),
  Results: z.record(z.string(), z.array(channelDataSchema)),
});

/** Measures with the token of the link. @returns the results encrypted as by the app, and the heart rate. */
async function measured(launched: Launched): Promise<{ encrypted: string; ppm: number }> {
  const { token, configId, sessionId } = launched;
  const { origin, host } = new URL(kit.perfuse);
  const server = { origin, host, studyId: launched.studyId };
  const id = await openMeasurement(server, token);
  for (const [at, payload] of payloads.entries()) {
    expect((await addChunk(server, token, id, payload, actionOf(at, payloads.length))).status).toBe(
      200,
    );
  }
  const found = await until(async () => {
    const { body } = await call(server, 'GET', `/analysis/measurements/${id}`, { token });
    const read = foundSchema.safeParse(body);
    return read.success && read.data.StatusID === 'COMPLETE' ? read.data.Results : undefined;
  }, 'the results');
  const Channels = Object.fromEntries(
    Object.entries(found).flatMap(([code, [data]]) => (data === undefined ? [] : [[code, data]])),
  );
  const channels = decodeChannels({ Channels, Multiplier: RESULT_MULTIPLIER });
  const results = callbackResults(id, channels, 4);
  const resultsPayload = JSON.stringify(results);
  const answer = await post(launched, '/encryption', { configId, sessionId, resultsPayload });
  return { encrypted: encryptionAnswer.parse(answer).encryptedResults, ppm: results.ppm };
}

/** Opens the callback as a returning browser. @returns the page that it ends on. */
async function openAtCamera(query: Record<string, string>): Promise<string> {
  const search = new URLSearchParams(query).toString();
  return (await fetch(`${kit.example}/callback?${search}`)).text();
}

describe('results', () => {
  it('in the callback are decrypted and shown, once', async () => {
    const visit = await launched(await press('callback'));
    const { sessionId, settings, resultsCallbackUrl } = visit;
    expect(resultsCallbackUrl).toBe(`${kit.example}/callback`);
    expect(settings.encryptResults).toBe(true);
    const { encrypted: results, ppm } = await measured(visit);
    const shown = new RegExp(`decrypted here[\\s\\S]*>${ppm.toFixed(0)} <`);
    expect(await openAtCamera({ results, sessionId })).toMatch(shown);
    expect(await openAtCamera({ results, sessionId })).toContain('No pending visit');
  });

  it('by results API are posted signed, and shown under the data id that it returned', async () => {
    const visit = await launched(await press('results-api'));
    const { configId, sessionId, postsResults } = visit;
    expect(postsResults).toBe(true);
    const { encrypted: results, ppm } = await measured(visit);
    const body = { sessionId, results, resultsAreEncrypted: true };
    const { dataId } = dataIdAnswer.parse(await post(visit, `/results/${configId}`, body));
    const shown = new RegExp(`Posted by Perfuse, signed[\\s\\S]*>${ppm.toFixed(0)} <`);
    expect(await openAtCamera({ dataId, sessionId })).toMatch(shown);
  });
});

it('an event of the session reaches the example, which verifies it', async () => {
  const visit = await launched(await press('callback'));
  const { configId, sessionId, wantsEvents } = visit;
  expect(wantsEvents).toBe(true);
  await post(visit, `/webhook/${configId}`, {
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

  it('that expired is refused with its error code and the callback URL', async () => {
    const url = await link({ now: () => Date.now() - 20 * 60_000 });
    expect(await refusal(url)).toEqual({
      status: 401,
      code: 'LAUNCH_TOKEN_EXPIRED',
      resultsCallbackUrl: `${kit.example}/callback`,
    });
  });

  it('that was used is refused with its error code and the callback URL', async () => {
    const url = await link();
    expect((await launch(url)).status).toBe(200);
    expect(await refusal(url)).toEqual({
      status: 401,
      code: 'LAUNCH_TOKEN_USED',
      resultsCallbackUrl: `${kit.example}/callback`,
    });
  });

  it('of another organisation, or for another configuration, is refused without a callback URL', async () => {
    const refused = { status: 401, code: 'LAUNCH_TOKEN_INVALID' };
    expect(await refusal(await link({ organisation: 'other' }))).toEqual(refused);
    const elsewhere = (await link({ configId: 'other' })).replace('/c/other/', '/c/example-web/');
    expect(await refusal(elsewhere)).toEqual(refused);
  });

  it('with an invalid profile is refused with the callback URL', async () => {
    const profile = { identifier: 'v', age: 5, resultsCallbackUrl: `${kit.example}/callback` };
    expect(await refusal(await link({ profile, checkProfile: false }))).toEqual({
      status: 400,
      code: 'PROFILE_VALIDATION_FAILED',
      resultsCallbackUrl: `${kit.example}/callback`,
    });
  });
});
