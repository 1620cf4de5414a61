// SPDX-License-Identifier: Apache-2.0
/** All services use the clock of the store, which may differ from this machine's. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '@perfuse/testing/client';
import { newOrganisation, type TestOrganisation } from './testing/organisation.ts';
import { startServer, type TestServer } from './testing/server.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.now() - 10_000 * HOUR_MS;

let server: TestServer;
let there: TestOrganisation;
beforeAll(async () => {
  server = await startServer({ now: () => NOW });
  there = await newOrganisation(server);
});
afterAll(() => server.stop());

it('a replaced webhook secret remains valid for the given overlap', async () => {
  const { webhookSecrets } = server.app.organisations;
  const [former] = await webhookSecrets.active(there.id);
  const { id } = await webhookSecrets.rotate(there.id, 2);
  const active = await webhookSecrets.active(there.id);
  expect(active).toHaveLength(2);
  const ends = new Map(active.map((secret) => [secret.id, secret.endsAt]));
  expect(ends.get(id)).toBeNull();
  expect(ends.get(former?.id ?? '')).toBe(NOW + 2 * HOUR_MS);
});

it('audit entries have the time of their action', async () => {
  const { audit } = server.app;
  await audit.record({ actor: 'cli', action: 'study.update', target: there.studyId }, () =>
    Promise.resolve(),
  );
  const [entry] = await audit.list({ organisationId: there.id, limit: 1 });
  expect(entry).toMatchObject({ action: 'study.update', created_at: NOW });
});

it('a device is active while its token is valid', async () => {
  const answer = await call(server, 'GET', '/analysis/devices', {
    token: there.staff.DFX_ANALYST.token,
  });
  expect(answer.body).toMatchObject([{ ID: there.device.id, StatusID: 'ACTIVE' }]);
});

it('rows created by the first start have its time', async () => {
  const { organisations } = server.app.organisations;
  const { organisationId, studyId } = server.app.installation;
  const study = await organisations.study(organisationId, studyId, undefined);
  expect(study).toMatchObject({ created_at: NOW });
});
