// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { call } from '@perfuse/testing/client';
import { newOrganisation, type TestOrganisation } from '../../../testing/organisation.ts';
import { linkIn, messageTo, newEmail, PASSWORD } from '../../../testing/people.ts';
import { refusal } from '@perfuse/testing/refusal';
import { startServer, type TestServer } from '../../../testing/server.ts';

const HOUR = 3_600_000;

let server: TestServer;
let organisation: TestOrganisation;
/** How far the server's clock is ahead, ms. */
let ahead = 0;
beforeAll(async () => {
  server = await startServer({ now: () => Date.now() + ahead });
  organisation = await newOrganisation(server);
});
beforeEach(() => {
  ahead = 0;
});
afterAll(() => server.stop());

/** Creates an account without a password, as its organisation does; returns the e-mail about it. */
async function invited(language: string) {
  const Email = newEmail();
  const answer = await call(server, 'POST', '/analysis/organizations/users', {
    token: organisation.staff.DFX_ORG_ADMIN.token,
    body: { Email, RoleID: 'USER' },
    headers: { 'accept-language': language },
  });
  expect(answer.status).toBe(200);
  return messageTo(server, Email);
}

const choosePassword = (token: string) =>
  call(server, 'POST', '/api/resetPass/complete', { body: { token, password: PASSWORD } });

it('invites the user of a new account to choose a password within three days', async () => {
  const email = await invited('de');
  expect(email.subject).toContain('Ihr Konto bei');
  expect(email.body).toContain('3 Tage');
  ahead = 71 * HOUR;
  expect(await choosePassword(linkIn(email))).toMatchObject({ status: 200 });
});

it('refuses the link of an invitation after three days', async () => {
  const email = await invited('en');
  ahead = 73 * HOUR;
  expect(await choosePassword(linkIn(email))).toMatchObject(refusal(400, 'INVALID_RESET_LINK'));
});
