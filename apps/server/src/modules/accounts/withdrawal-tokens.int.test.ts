// SPDX-License-Identifier: Apache-2.0
/** A device's withdrawal token, which a browser stores where other people could find it. */
import { ANALYSIS_ROUTES } from '@perfuse/contract/analysis/routes';
import { z } from '@perfuse/contract/schema';
import { call, guest, openMeasurement, type Answer } from '@perfuse/testing/client';
import { refusal } from '@perfuse/testing/refusal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { consent, FULL_CONSENT, giveConsent, person } from '../../testing/people.ts';
import { NO_LIMITS, startServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ environment: NO_LIMITS });
});
afterAll(() => server.stop());

const get = (path: string, token: string): Promise<Answer> =>
  call(server, 'GET', `/analysis${path}`, { token });
const withdraw = (Token: string): Promise<Answer> =>
  call(server, 'POST', '/analysis/consents/withdrawal', { body: { Token } });
const release = (Token: string): Promise<Answer> =>
  call(server, 'POST', '/analysis/organizations/licenses/release', { body: { Token } });
const withdrawalToken = ({ body }: Answer): string =>
  z.object({ WithdrawalToken: z.string() }).parse(body).WithdrawalToken;

/** A guest's device with consent and a measurement. */
async function device() {
  const { Token } = await guest(server);
  const withdrawal = withdrawalToken(await giveConsent(server, Token));
  const studyId = server.app.installation.studyId;
  const measurement = await openMeasurement({ ...server, studyId }, Token);
  return { Token, withdrawal, measurement };
}

it('withdraws processing and storage, keeps the terms, and deletes the measurements', async () => {
  const { Token, withdrawal, measurement } = await device();
  expect(await withdraw(withdrawal)).toMatchObject({ status: 200, body: { success: true } });
  const { purposes } = consent(['privacyPolicyAndTermsOfUse']);
  expect((await get('/consents', Token)).body).toMatchObject({ purposes });
  expect(await get(`/measurements/${measurement}`, Token)).toMatchObject(refusal(404, 'NOT_FOUND'));
  expect((await withdraw(withdrawal)).status).toBe(200);
});

it('unregisters the device, and can still withdraw its consent afterwards', async () => {
  const { Token, withdrawal } = await device();
  expect((await release(withdrawal)).status).toBe(200);
  expect(await get('/consents', Token)).toMatchObject(refusal(401, 'INVALID_TOKEN'));
  expect((await release(withdrawal)).status).toBe(200);
  expect((await withdraw(withdrawal)).status).toBe(200);
});

it.each(Object.values(ANALYSIS_ROUTES).filter(({ authentication }) => authentication !== 'public'))(
  'grants no access to $method $path',
  async ({ method, path }) => {
    const { withdrawal, measurement } = await device();
    const address = `/analysis${path.replaceAll(/:\w+/g, measurement)}`;
    const answer = await call(server, method, address, { token: withdrawal });
    expect(answer).toMatchObject(refusal(401, 'INVALID_TOKEN'));
  },
);

it('is the same in each answer about the consent, and concerns no other device', async () => {
  const { Token, withdrawal } = await device();
  const other = await device();
  expect(withdrawalToken(await get('/consents', Token))).toBe(withdrawal);
  const update = { token: Token, body: consent(['healthDataProcessing']) };
  const changed = await call(server, 'PATCH', '/analysis/consents', update);
  expect(withdrawalToken(changed)).toBe(withdrawal);
  await withdraw(withdrawal);
  const { purposes } = FULL_CONSENT;
  expect((await get('/consents', other.Token)).body).toMatchObject({ purposes });
  expect((await get(`/measurements/${other.measurement}`, other.Token)).status).toBe(200);
});

it('is not given to people with an account, nor replaced by an access token', async () => {
  const { Token } = await person(server);
  expect((await giveConsent(server, Token)).body).not.toHaveProperty('WithdrawalToken');
  const { Token: ofDevice } = await device();
  for (const token of [Token, ofDevice, 'not.a.token']) {
    expect(await withdraw(token)).toMatchObject(refusal(401, 'INVALID_TOKEN'));
    expect(await release(token)).toMatchObject(refusal(401, 'INVALID_TOKEN'));
  }
});

it('adds no record where no consent was given', async () => {
  const { Token } = await guest(server);
  const token = withdrawalToken(await get('/consents', Token));
  expect(await withdraw(token)).toMatchObject({ status: 200, body: { success: true } });
  expect((await get('/consents', Token)).body).toMatchObject({ ID: '', purposes: [] });
});
