// SPDX-License-Identifier: Apache-2.0
/** Which study `GET /api/study` returns: people measure for the organisation they belong to. */
import { sdkConfigAnswer } from '@perfuse/contract/analysis/schemas';
import { studyAnswer } from '@perfuse/contract/backend/routes';
import { call } from '@perfuse/testing/client';
import { refusal } from '@perfuse/testing/refusal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  newOrganisation,
  registerDevice,
  userSignIn,
  type TestOrganisation,
} from '../../testing/organisation.ts';
import { measure, newEmail, pairOf, PASSWORD, person, signIn } from '../../testing/people.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let clinic: TestOrganisation;
let email: string;
beforeAll(async () => {
  server = await startServer();
  clinic = await newOrganisation(server);
  email = newEmail();
  await server.app.accounts.people.createUser(clinic.id, { email, password: PASSWORD });
});
afterAll(() => server.stop());

async function studyOf(token?: string): Promise<string> {
  const answer = await call(server, 'GET', '/api/study', token === undefined ? {} : { token });
  return studyAnswer.parse(answer.body).studyId;
}

/** An access code of the clinic. */
async function codeFor(studyId: string): Promise<string> {
  const code = `C${String(Math.random()).slice(2, 12)}`;
  return server.app.accounts.directory.createAccessCode(clinic.id, studyId, code);
}

const enter = async (code: string): Promise<string> =>
  pairOf(await signIn(server, email, PASSWORD, code)).Token;

it('a guest gets the study of the installation, as do its own users', async () => {
  const guests = await studyOf();
  expect(await studyOf((await person(server)).Token)).toBe(guests);
  expect(guests).not.toBe(clinic.studyId);
});

it('a user of another organisation gets its study and capture configuration, and measures', async () => {
  const token = await enter(await codeFor(clinic.studyId));
  const StudyID = await studyOf(token);
  expect(StudyID).toBe(clinic.studyId);
  const config = await call(server, 'POST', '/analysis/studies/sdkconfig', {
    token,
    body: { StudyID, SDKID: 'perfuse-web', MD5Hash: '' },
  });
  expect(config.status).toBe(200);
  sdkConfigAnswer.parse(config.body);
  await measure(server, token, { StudyID });
});

it('a user gets the study of the access code if the organisation has several', async () => {
  const second = await server.app.accounts.directory.createStudy(clinic.id, 'Day shifts');
  expect(await studyOf(await enter(await codeFor(second)))).toBe(second);
  expect(await studyOf(await enter(await codeFor(clinic.studyId)))).toBe(clinic.studyId);
});

it('an account created with an access code gets the study of that code', async () => {
  const second = await server.app.accounts.directory.createStudy(clinic.id, 'Night watch');
  const accessCode = await codeFor(second);
  const newcomer = { email: newEmail(), password: PASSWORD, phoneNumber: null, accessCode };
  await call(server, 'POST', '/api/users', { body: newcomer });
  const device = clinic.device.token;
  const { Token } = pairOf(await userSignIn(server, device, newcomer.email));
  expect(await studyOf(Token)).toBe(second);
});

it('a device of an organisation gets the study of that organisation', async () => {
  expect(await studyOf(clinic.device.token)).toBe(clinic.studyId);
});

it('a device of an organisation without a study gets 404', async () => {
  const { directory } = server.app.accounts;
  const identifier = `empty-${String(Math.random()).slice(2, 10)}`;
  const { id } = await directory.createOrganisation({ name: 'Empty', identifier });
  const licence = await directory.createLicence(id, 'kiosk');
  const { token } = await registerDevice(server, licence.key);
  expect(await call(server, 'GET', '/api/study', { token })).toMatchObject(
    refusal(404, 'NOT_FOUND'),
  );
});

it('an invalid token gets 401', async () => {
  expect(await call(server, 'GET', '/api/study', { token: 'none' })).toMatchObject(
    refusal(401, 'INVALID_TOKEN'),
  );
});
