// SPDX-License-Identifier: Apache-2.0
/**
 * Frequent and public queries use an index that finds the caller's rows, however many others there are. Checks SQLite's
 * plans, which do not depend on the rows; and PostgreSQL's where it differs. Statements of the embedded store run in
 * the event loop: a slow one blocks everybody.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, sql, type CompiledQuery, type SqliteDatabase } from 'kysely';
import { z } from '@perfuse/contract/schema';
import { withoutPostgres } from '@perfuse/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Owner } from '../platform/http/principal.ts';
import { DeviceRepository } from '../modules/accounts/tokens/device-repository.ts';
import { UserRepository } from '../modules/accounts/users/user-repository.ts';
import { AuditRepository } from '../modules/audit/audit-repository.ts';
import { createMeasurements, type Measurements } from '../modules/measurements/measurements.ts';
import { OrganisationRepository } from '../modules/organisations/organisation-repository.ts';
import { DeviceManagementRepository } from '../modules/protocol-admin/device-management-repository.ts';
import { JobRepository } from '../platform/jobs/job-repository.ts';
import { DATABASE_FILE, type Database, type Tables } from '../platform/storage/database.ts';
import { EmbeddedDialect } from '../platform/storage/dialects.ts';
import { migrate } from '../platform/storage/migrate.ts';
import { openPostgres } from '../platform/storage/postgres.ts';
import { openSqlite } from '../platform/storage/sqlite.ts';
import { newDatabase } from '../testing/run.ts';
import { temporaryFolder } from '../testing/server.ts';

const step = z.object({ detail: z.string() });

const now = () => 1_800_000_000_000;
const page = { limit: 20, offset: 0 };
const organisationId = 'o';
const guest = { deviceId: 'd', userId: null };
const person = { deviceId: 'd', userId: 'u' };
const staff = { wholeOrganisation: organisationId };

const OF_DEVICE = 'measurements_by_device_id_created_at';
const OF_PERSON = 'measurements_by_user_id_created_at';
const OF_ORGANISATION = 'measurements_by_organisation_id_created_at';
const UPDATED = 'measurements_by_organisation_id_updated_at';
const OF_STUDY = 'measurements_by_study_id';

describe('on SQLite', () => {
  let directory: string;
  let database: Database;
  let beside: SqliteDatabase;
  let ran: string[] = [];
  let stored: Measurements;

  beforeAll(async () => {
    directory = await temporaryFolder();
    const file = path.join(directory, DATABASE_FILE);
    const sqlite = openSqlite(file, {
      watch: (sql, run) => {
        ran.push(sql);
        return run();
      },
    });
    beside = openSqlite(file);
    database = new Kysely<Tables>({ dialect: new EmbeddedDialect({ database: sqlite }) });
    await migrate(database);
    const erased = () => Promise.resolve();
    stored = createMeasurements({ database, now, erased });
  });
  afterAll(async () => {
    beside.close();
    await database.destroy();
    await rm(directory, { recursive: true, force: true });
  });

  /** Uses another connection: the original could not commit any more. */
  const explain = (sql: string): readonly string[] =>
    z
      .array(step)
      .parse(beside.prepare(`explain query plan ${sql}`).all([]))
      .map(({ detail }) => detail);

  /** Sorted indexes by which the statements of the work find rows. @throws Error for a full table scan. */
  async function indexesOf(work: () => Promise<unknown>): Promise<readonly string[]> {
    ran = [];
    await work();
    const statements = ran.filter((sql) => /^(?:select|update|delete)/.test(sql));
    const steps = statements.flatMap(explain);
    const whole = steps.filter((detail) => detail.startsWith('SCAN '));
    if (whole.length > 0) throw new Error(`${whole.join(', ')}\n${statements.join('\n')}`);
    const names = steps.flatMap((detail) => /^SEARCH .* INDEX (\w+)/.exec(detail)?.[1] ?? []);
    return [...new Set(names)].toSorted();
  }

  it.each([
    {},
    { status: 'COMPLETE' },
    { studyId: 's' },
    { partnerId: 'p', mode: 'm' },
    { from: 1, until: 2 },
    { sort: { by: 'updated_at', descending: true } },
  ] as const)('lists for guests and users search only their own measurements: %o', async (by) => {
    const listOf = (owner: Owner) =>
      indexesOf(() => stored.measurements.list({ ...page, ...by, owner }));
    expect(await listOf(guest)).toEqual([OF_DEVICE]);
    expect(await listOf(person)).toEqual([OF_DEVICE, OF_PERSON]);
  });

  it.each([
    [{}, [OF_ORGANISATION, UPDATED]],
    [{ status: 'COMPLETE' }, [OF_ORGANISATION]],
    [{ sort: { by: 'updated_at', descending: true } }, [UPDATED]],
    [{ studyId: 's' }, [OF_STUDY]],
    [{ userId: 'u' }, [OF_PERSON]],
    [{ email: 'jo@acme.example' }, [OF_PERSON, 'users_by_email']],
    [{ deviceId: 'd' }, [OF_DEVICE]],
    [{ profileName: 'Jo' }, ['measurements_by_profile_id', 'profiles_by_name']],
  ] as const)('lists for staff use an index that suits their filters: %o', async (by, indexes) => {
    const list = () => stored.measurements.list({ ...page, ...by, owner: staff });
    expect(await indexesOf(list)).toEqual([...indexes].toSorted());
  });

  it('names are looked up only for the requested page of measurements', async () => {
    await indexesOf(() => stored.measurements.rows({ limit: 1000, offset: 100_000, owner: staff }));
    expect(ran.join()).not.toMatch(/devices|profiles/);
  });

  it('reports count measurements without joining names', async () => {
    expect(await indexesOf(() => stored.measurements.count({ owner: staff }))).toEqual([UPDATED]);
  });

  it('past results are read only for their page, in index order', async () => {
    const indexes = await indexesOf(() => stored.history.page('u', 20, 0));
    expect(indexes).toEqual([OF_PERSON]);
    const [first = ''] = ran;
    expect(explain(first)).toContain('USE TEMP B-TREE FOR RIGHT PART OF ORDER BY');
    expect(ran.join()).not.toContain('channels');
  });

  it('lists of studies count measurements by an index of the study or of the caller', async () => {
    const organisations = new OrganisationRepository(database, now);
    const OF_ORGANISATIONS = 'studies_by_organisation_id';
    const listFor = (countsOf?: Owner) =>
      indexesOf(() => organisations.listStudies({ ...page, organisationId, countsOf }));
    expect(await listFor()).toEqual([OF_STUDY, OF_ORGANISATIONS]);
    expect(await listFor(guest)).toEqual([OF_DEVICE, OF_ORGANISATIONS]);
    expect(await listFor(person)).toEqual([OF_DEVICE, OF_PERSON, OF_ORGANISATIONS]);
    expect(await indexesOf(() => organisations.studies(organisationId))).toEqual([
      OF_ORGANISATIONS,
    ]);
  });

  it('housekeeping finds expired rows by an index', async () => {
    const { measurements } = stored;
    const EXPIRED = ['measurements_in_no_history', 'measurements_not_complete'];
    expect(await indexesOf(() => measurements.expire(1))).toEqual(expect.arrayContaining(EXPIRED));
    expect(await indexesOf(() => measurements.abandon(1))).toContain('measurements_not_complete');
    const devices = new DeviceRepository(database, now);
    const indexes = await indexesOf(() => devices.purge());
    expect(indexes).toEqual(
      expect.arrayContaining([
        'refresh_tokens_by_expires_at',
        'refresh_tokens_with_answer',
        'token_families_by_expires_at',
        'token_families_revoked',
      ]),
    );
  });

  it.each(['key', 'key.revoke'])(
    'the audit log is read by an index of the kind: %s',
    async (action) => {
      const audit = new AuditRepository(database, now);
      const list = (of: { organisationId?: string }) =>
        indexesOf(() => audit.list({ action, limit: 50, ...of }));
      expect(await list({})).toEqual(['audit_by_kind_created_at']);
      expect(await list({ organisationId })).toEqual(['audit_by_organisation_id_created_at']);
    },
  );

  it.each([
    [
      'profiles',
      () => stored.profiles.list({ ...page, owner: staff }),
      'profiles_by_organisation_id_created_at',
    ],
    [
      'people',
      () => new UserRepository(database, now).list({ ...page, organisationId }),
      'users_by_organisation_id_created_at',
    ],
    [
      'devices',
      () => new DeviceManagementRepository(database, now).devices(organisationId, {}, page),
      'devices_by_organisation_id_created_at',
    ],
    [
      'licences',
      () => new DeviceManagementRepository(database, now).licences(organisationId, {}, page),
      'licences_by_organisation_id_created_at',
    ],
    [
      'audit',
      () =>
        new AuditRepository(database, now).list({ organisationId, outcome: 'refused', limit: 50 }),
      'audit_by_organisation_id_created_at',
    ],
    [
      'deliveries',
      () =>
        new JobRepository(database, now).list({
          organisationId,
          state: 'failed',
          kinds: ['webhook'],
          limit: 50,
        }),
      'jobs_by_configuration_id_created_at',
    ],
  ])("an organisation's list uses an index: %s", async (_list, work, index) => {
    expect(await indexesOf(work)).toContain(index);
  });
});

describe.skipIf(withoutPostgres)('on PostgreSQL', () => {
  it('measurements of a user and of their devices are each found by an index', async () => {
    const ran: CompiledQuery[] = [];
    const { database, pool } = openPostgres({
      url: await newDatabase(),
      connections: 1,
      log: ({ query }) => {
        ran.push(query);
      },
      onError: () => undefined,
    });
    // Without rows it would scan any table.
    await sql`set enable_seqscan = off`.execute(database);
    const erased = () => Promise.resolve();
    await createMeasurements({ database, now, erased }).history.kept('u', 20);
    const { sql: statement, parameters } = ran.at(-1) ?? { sql: '', parameters: [] };
    const { rows } = await pool.query(`explain ${statement}`, [...parameters]);
    const plan = rows.map((row) => JSON.stringify(row)).join('\n');
    expect(plan).toContain(OF_PERSON);
    expect(plan).toContain(OF_DEVICE);
    expect(plan).not.toContain('SubPlan');
    await database.destroy();
  });
});
