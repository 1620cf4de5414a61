// SPDX-License-Identifier: Apache-2.0
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../testing/server.ts';
import { AuditRepository } from './audit-repository.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ environment: { PERFUSE_AUDIT_DAYS: '30' } });
});
afterAll(() => server.stop());

it('deletes entries that are older than PERFUSE_AUDIT_DAYS', async () => {
  const { database, housekeeping, now } = server.app.platform;
  const entry = {
    actor: 'cli',
    action: 'user.erase',
    target: '',
    organisation_id: '',
    details: '',
  };
  for (const days of [31, 29, 0]) {
    const then = new AuditRepository(database, () => now() - days * DAY_MS);
    await then.begin({ ...entry, id: `${String(days)} days` });
  }
  await housekeeping.run();
  const left = await new AuditRepository(database, now).list({ limit: 10, action: 'user.erase' });
  expect(left.map(({ id }) => id)).toEqual(['0 days', '29 days']);
});
