// SPDX-License-Identifier: Apache-2.0
import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openStorage } from '../../../platform/storage/embedded-storage.ts';
import { temporaryFolder } from '../../../testing/server.ts';
import { insertUser } from '../../accounts/users/user-repository.ts';
import { OrganisationRepository } from '../../organisations/organisation-repository.ts';
import { ReportRepository } from './report-repository.ts';

it('keeps the selection of a report while the report can be fetched, and no longer', async () => {
  const directory = await temporaryFolder();
  const { database, close } = await openStorage(directory);
  let time = 1_800_000_000_000;
  const now = () => time;
  const installation = { organisation_id: 'o', study_id: 's', guest_licence_id: 'l' };
  const names = { organisation: 'o', study: 's', description: '' };
  await new OrganisationRepository(database, now).createInstallation(installation, names, 'hash');
  const contact = { email: 'lead@acme.example', phoneNumber: null, passwordHash: null };
  await insertUser(database, { id: 'lead', organisationId: 'o', ...contact }, time);
  const reports = new ReportRepository(database, now);
  const selection = { page: 1, fileName: '', email: 'jo@acme.example' };
  const report = { id: 'r', organisationId: 'o', userId: 'lead', selection, lifetimeMs: 1000 };
  expect(await reports.add(report)).toBe(true);
  const count = async (): Promise<number> => {
    await reports.purge();
    return (await database.selectFrom('reports').selectAll().execute()).length;
  };
  time += 999;
  expect(await count()).toBe(1);
  time += 1;
  expect(await count()).toBe(0);
  await close();
  await rm(directory, { recursive: true, force: true });
});
