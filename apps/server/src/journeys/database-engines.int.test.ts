// SPDX-License-Identifier: Apache-2.0
/** Guarantees of the repositories, on both databases: above all for concurrent calls. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toServiceError } from '../platform/http/error-mapping.ts';
import { ENGINES } from '../testing/engines.ts';
import { withoutPostgres } from '@perfuse/testing/postgres';
import { emptyDatabase, newDatabase } from '../testing/run.ts';
import { openSharedStorage } from '../platform/storage/shared-storage.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { schemaState } from '../platform/storage/migrate.ts';
import { AttemptRepository } from '../modules/accounts/attempts/attempt-repository.ts';
import { ChunkLeases } from '../modules/analysis/chunks/chunk-lease-repository.ts';
import { ChunkRepository } from '../modules/analysis/chunks/chunk-repository.ts';
import { DeviceRepository } from '../modules/accounts/tokens/device-repository.ts';
import { HandOffRepository } from '../modules/handoff/handoff-repository.ts';
import { LoginSecretRepository } from '../modules/accounts/passwords/login-secret-repository.ts';
import type { Opening } from '../modules/measurements/measurement-opening.ts';
import { MeasurementRepository } from '../modules/measurements/measurement-repository.ts';
import { OrganisationDirectory } from '../modules/organisations/directory-repository.ts';
import { OrganisationRepository } from '../modules/organisations/organisation-repository.ts';
import { JobRepository } from '../platform/jobs/job-repository.ts';
import { ResultRepository } from '../modules/measurements/result-repository.ts';
import { UsageRepository } from '../modules/measurements/usage-repository.ts';
import { UserRepository } from '../modules/accounts/users/user-repository.ts';

const DAY = 86_400_000;
/** Number of concurrent calls. */
const MANY = 12;
const together = <T>(call: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: MANY }, (_, at) => call(at)));

for (const { name, open, isLeftOut } of ENGINES) {
  describe.skipIf(isLeftOut)(`repositories on ${name}`, () => {
    let storage: Storage;
    const installation = {
      organisation_id: 'organisation',
      study_id: 'study',
      guest_licence_id: 'licence',
    };
    beforeAll(async () => {
      storage = await open();
      const names = { organisation: 'Ä"; drop table users', study: 's', description: '' };
      const organisations = new OrganisationRepository(storage.database, Date.now);
      await organisations.createInstallation(installation, names, 'hash');
    });
    afterAll(() => storage.close());

    let device = 0;
    const deviceId = (): string => `device-${String(device)}`;
    beforeEach(async () => {
      device += 1;
      await new DeviceRepository(storage.database, Date.now).register(
        {
          id: deviceId(),
          organisationId: 'organisation',
          licenceId: 'licence',
          user: null,
          type: 'WEB',
          name: 'n',
          identifier: 'i',
          version: 'v',
        },
        {
          id: `family-${String(device)}`,
          accessLifetimeS: 60,
          expiresAt: Date.now() + DAY,
          endsAt: 0,
          refreshHash: `first-${String(device)}`,
        },
      );
    });

    const measurements = () =>
      new MeasurementRepository(storage.database, Date.now, () => Promise.resolve());
    const openOne = (id: string, most = 8): Promise<Opening> =>
      measurements().open(
        {
          id,
          organisationId: 'organisation',
          deviceId: deviceId(),
          consent: { userId: null, receiptId: null, isStored: false },
          studyId: 'study',
          profileId: null,
          partnerId: '',
          mode: 'DISCRETE',
          resolution: 0,
        },
        most,
      );
    const chunk = (position: number, isLast = false) => ({
      position,
      digest: `digest-${String(position)}`,
      payload: Uint8Array.from([0, 255, position, 39, 92]),
      firstMs: position * 5000 + 0.25,
      lastMs: position * 5000 + 4999.75,
      isLast,
      wanted: true,
    });

    it('have the schema of this version', async () => {
      expect(await schemaState(storage.database)).toBe('current');
    });

    it('return values as they were stored, whatever their characters', async () => {
      const directory = new OrganisationDirectory(storage.database, Date.now);
      const found = await directory.find('organisation');
      expect(found).toMatchObject({ name: 'Ä"; drop table users', allow_signup: true });
      expect(found?.created_at).toBeGreaterThan(1_700_000_000_000);
      await openOne('bytes');
      const chunks = new ChunkRepository(storage.database, { now: Date.now });
      await chunks.add(deviceId(), 'bytes', chunk(0), () => 'append');
      const [payload] = (await chunks.recorded('bytes', 0)).payloads;
      expect([...(payload ?? [])]).toEqual([0, 255, 0, 39, 92]);
    });

    it('refuse a text with a NUL character with status 400', async () => {
      const id = 'zero';
      const values = { id, name: 'a\u0000b', created_at: 0 };
      const kept = storage.database.insertInto('organisations').values(values).execute();
      expect(toServiceError(await kept.catch((error: unknown) => error)).status).toBe(400);
    });

    it('refuse dangling references, and delete dependent rows', async () => {
      const orphan = storage.database
        .insertInto('access_codes')
        .values({
          code: 'X',
          organisation_id: 'nobody',
          study_id: 'study',
          active: 1,
          expires_at: null,
          created_at: 0,
        })
        .execute();
      await expect(orphan).rejects.toThrow(/foreign key/i);
      await openOne('deleted');
      const chunks = new ChunkRepository(storage.database, { now: Date.now });
      await chunks.add(deviceId(), 'deleted', chunk(0), () => 'append');
      await measurements().remove({ deviceId: deviceId(), userId: null }, 'deleted');
      expect((await chunks.recorded('deleted', 9)).digests).toEqual([]);
    });

    it('roll back a transaction that throws, and run the next one', async () => {
      const add = (id: string, fails: boolean) =>
        storage.database.transaction().execute(async (db) => {
          await db.insertInto('organisations').values({ id, name: '', created_at: 0 }).execute();
          if (fails) throw new Error('changed my mind');
        });
      await expect(add('undone', true)).rejects.toThrow('changed my mind');
      await add('done', false);
      const directory = new OrganisationDirectory(storage.database, Date.now);
      expect(await directory.find('undone')).toBeNull();
      expect(await directory.find('done')).not.toBeNull();
    });

    it('never open more measurements than the limit of a device', async () => {
      const prefix = deviceId();
      const opened = await together((at) => openOne(`${prefix}-${String(at)}`, 3));
      expect(opened.filter((opening) => opening === 'opened')).toHaveLength(3);
    });

    it('accept a chunk once, however often it is sent concurrently', async () => {
      await openOne('race');
      const chunks = new ChunkRepository(storage.database, { now: Date.now });
      const added = await together(() =>
        chunks.add(deviceId(), 'race', chunk(0), ({ chunks: present }) =>
          present.length === 0 ? 'append' : 'repeat',
        ),
      );
      expect(added.filter((one) => one?.decision === 'append')).toHaveLength(1);
      expect(added.filter((one) => one?.decision === 'repeat')).toHaveLength(MANY - 1);
    });

    it('claim a chunk in the insert that stores it; no other server claims it until the lease ends', async () => {
      await openOne('taken');
      // Only several servers use leases.
      const holder = name === 'SQLite' ? null : 'this one';
      const lease = holder === null ? undefined : { holder, leaseMs: 60_000 };
      const chunks = new ChunkRepository(storage.database, { now: Date.now, lease });
      const waited: (readonly number[])[] = [];
      const add = (position: number, isTaken: boolean) =>
        chunks.add(
          deviceId(),
          'taken',
          chunk(position),
          () => 'append',
          (waiting) => {
            waited.push(waiting);
            return isTaken;
          },
        );
      expect(await add(0, true)).toMatchObject({ taken: { position: 0, tries: 1 } });
      expect(await add(1, false)).toMatchObject({ isPending: true, taken: null });
      expect(waited).toEqual([[], [0]]);
      const rows = await storage.database
        .selectFrom('chunks')
        .select(['claimed_by', 'tries'])
        .where('measurement_id', '=', 'taken')
        .orderBy('position')
        .execute();
      expect(rows).toEqual([
        { claimed_by: holder, tries: 0 },
        { claimed_by: null, tries: 0 },
      ]);
      if (holder === null) return;
      const other = new ChunkLeases(storage.database, 'another', 60_000);
      // Nor can another server end the lease of this one.
      await other.releaseAll();
      await other.release('taken', 0, true);
      await new ChunkLeases(storage.database, 'another', 0).renew(['taken']);
      // Later chunks wait too: results are delivered in order.
      expect(await other.claim('taken')).toBeNull();
      await new ChunkLeases(storage.database, holder, 60_000).releaseAll();
      expect(await other.claim('taken')).toMatchObject({ position: 0, tries: 1 });
    });

    it('store one result per chunk, and complete the measurement with the last', async () => {
      await openOne('closing');
      const chunks = new ChunkRepository(storage.database, { now: Date.now });
      await chunks.add(deviceId(), 'closing', chunk(0, true), () => 'append');
      const results = new ResultRepository(storage.database, Date.now);
      const statuses = await together((at) =>
        results.store({
          id: `result-${String(at)}`,
          measurementId: 'closing',
          position: 0,
          digest: 'digest-0',
          isFinal: true,
          channels: {},
          error: { Code: 'OK' },
        }),
      );
      expect(statuses.filter((status) => status === 'COMPLETE')).toHaveLength(1);
      expect(statuses.filter((status) => status === null)).toHaveLength(MANY - 1);
      expect(await results.list('closing')).toHaveLength(1);
      expect(await results.find('closing', 0)).toMatchObject({ digest: 'digest-0' });
      expect(await results.find('closing', 1)).toBeNull();
      expect((await chunks.recorded('closing', 9)).digests).toEqual([]);
    });

    it('count every one of several concurrent attempts', async () => {
      const attempts = new AttemptRepository(storage.database, Date.now);
      const rule = { most: 5, windowMs: DAY, lockMs: DAY };
      const locks = await together(() => attempts.take('key', rule));
      expect(locks.filter((lock) => lock === 0)).toHaveLength(5);
    });

    it('exchange a refresh token once', async () => {
      const devices = new DeviceRepository(storage.database, Date.now);
      const family = `family-${String(device)}`;
      const rotate = (at: number, usedBy: string) =>
        devices.rotate({
          familyId: family,
          presentedHash: `first-${String(device)}`,
          next: {
            hash: `${family}-${String(at)}`,
            expiresAt: Date.now() + DAY,
            encrypted: `answer ${String(at)}`,
          },
          again: 'same',
          usedBy,
          client: null,
        });
      const same = await together((at) => rotate(at, 'one device'));
      const answers = same.map((one) => (one.outcome === 'rotated' ? one.answer : one.outcome));
      expect(answers.filter((answer) => answer === null)).toHaveLength(1);
      expect(new Set(answers).size).toBe(2);
      expect((await devices.family(family))?.generation).toBe(2);
      expect(await rotate(MANY, 'another device')).toEqual({ outcome: 'reused' });
      expect((await devices.family(family))?.revoked).toBe(true);
    });

    it('end the sessions handed over from a session with it, even those opened concurrently', async () => {
      const devices = new DeviceRepository(storage.database, Date.now);
      const parent = `family-${String(device)}`;
      const letIn = (id: string, letInBy: string) =>
        devices.register(
          {
            id,
            organisationId: 'organisation',
            licenceId: 'licence',
            user: null,
            type: 'WEB',
            name: 'phone',
            identifier: '',
            version: '',
            letInBy,
          },
          {
            id: `family-of-${id}`,
            accessLifetimeS: 600,
            expiresAt: Date.now() + 9 * DAY,
            endsAt: 0,
            refreshHash: `refresh-of-${id}`,
          },
        );
      const phone = (at: number): string => `phone-${String(device)}-${String(at)}`;
      expect(await letIn(phone(99), parent)).toEqual({ generation: 1, access_lifetime_s: 60 });
      const ends = await devices.family(parent);
      expect(await devices.family(`family-of-${phone(99)}`)).toMatchObject({
        parent_id: parent,
        proven_at: ends?.proven_at,
        expires_at: ends?.expires_at,
        ends_at: ends?.expires_at,
      });
      await letIn(phone(98), `family-of-${phone(99)}`);
      await together((at) =>
        at === MANY / 2
          ? devices.revokeFamily(parent)
          : letIn(phone(at), parent).then(() => undefined),
      );
      const left = await storage.database
        .selectFrom('token_families')
        .select('id')
        .where('device_id', 'like', `phone-${String(device)}-%`)
        .where('revoked', '=', 0)
        .execute();
      expect(left).toEqual([]);
      expect(await letIn(phone(97), parent)).toBeNull();
    });

    it('keep a device while one of its tokens is valid', async () => {
      const family = `family-${String(device)}`;
      const endsAt = Date.now() + DAY;
      const at = (time: number) => new DeviceRepository(storage.database, () => time);
      await at(endsAt + 59_000).purge();
      expect(await at(endsAt).family(family)).not.toBeNull();
      await at(endsAt + 120_000).purge();
      expect(await at(endsAt).family(family)).toBeNull();
    });

    it('let one phone redeem a hand-off, and keep one hand-off open per device', async () => {
      const handOffs = new HandOffRepository(storage.database, Date.now);
      const id = (at: number): string => `handoff-${String(device)}-${String(at)}`;
      await together((at) =>
        handOffs.replace({
          id: id(at),
          hash: `hash-${id(at)}`,
          edition: 'consumer',
          organisation_id: 'organisation',
          device_id: deviceId(),
          family_id: `family-${String(device)}`,
          user_id: null,
          encrypted: 'encrypted',
          expires_at: Date.now() + DAY,
        }),
      );
      const found = await together((at) => handOffs.find(id(at), deviceId()));
      expect(found.filter((row) => row !== null)).toHaveLength(1);
      const last = id(found.findIndex((row) => row !== null));
      const opened = await together(() => handOffs.open(`hash-${last}`, 'consumer'));
      expect(opened.filter((row) => row?.encrypted === 'encrypted')).toHaveLength(1);
      expect(opened.filter((row) => row !== null)).toHaveLength(1);
    });

    it('create one account per address, and let a login code be used once', async () => {
      const users = new UserRepository(storage.database, Date.now);
      const made = await together((at) =>
        users.create({
          id: `user-${String(at)}`,
          organisationId: 'organisation',
          email: 'jo@example.org',
          phoneNumber: null,
          passwordHash: null,
        }),
      );
      expect(made.filter(Boolean)).toHaveLength(1);
      const id = `user-${String(made.indexOf(true))}`;
      const secrets = new LoginSecretRepository(storage.database, Date.now);
      await secrets.saveCode(id, 'right', 5, Date.now() + DAY);
      const tried = await together(() => secrets.tryCode(id, (hash) => hash === 'right'));
      const used = await together((at) => secrets.useCode(id, tried[at] ?? ''));
      expect(used.filter(Boolean)).toHaveLength(1);
      await secrets.saveCode(id, 'right', 3, Date.now() + DAY);
      await together(() => secrets.tryCode(id, () => false));
      expect(await secrets.tryCode(id, () => true)).toBeNull();
    });

    it('change a proven password once, and open no session with a password that is being replaced', async () => {
      const users = new UserRepository(storage.database, Date.now);
      const devices = new DeviceRepository(storage.database, Date.now);
      for (const round of ['a', 'b', 'c']) {
        const id = `changing-${round}`;
        const organisationId = 'organisation';
        await users.create({
          id,
          organisationId,
          email: `${id}@example.org`,
          phoneNumber: null,
          passwordHash: 'proven',
        });
        const open = async (at: number): Promise<boolean> => {
          const opened = await devices.register(
            {
              id: `${id}-${String(at)}`,
              organisationId,
              licenceId: 'licence',
              user: { id, password_hash: 'proven' },
              type: 'WEB',
              name: '',
              identifier: '',
              version: '',
            },
            {
              id: `${id}-family-${String(at)}`,
              accessLifetimeS: 60,
              refreshHash: `${id}-refresh-${String(at)}`,
              expiresAt: Date.now() + DAY,
              endsAt: 0,
            },
          );
          return opened !== null;
        };
        const change = (at: number) =>
          users.changePassword(id, { hash: `next-${String(at)}`, provenHash: 'proven' });
        const opened: boolean[] = [];
        const changed: (number | null)[] = [];
        await together(async (at) => {
          if (at % 3 === 1) changed.push(await change(at));
          else opened.push(await open(at));
        });
        const [ended, ...others] = changed.filter((count) => count !== null);
        expect(others).toEqual([]);
        expect(ended).toBe(opened.filter(Boolean).length);
        expect(await devices.openSessions(id, MANY)).toEqual([]);
        expect(await open(MANY)).toBe(false);
      }
    });

    it('fail the oldest pending jobs of a configuration with too many', async () => {
      let time = Date.now();
      const jobs = new JobRepository(storage.database, () => time);
      const owned = { organisation_id: 'organisation', study_id: 'study', access_code: '' };
      for (const id of ['full', 'other']) {
        const row = { id, ...owned, created_at: time };
        await storage.database.insertInto('configurations').values(row).execute();
      }
      await jobs.add('hook', 'pending', { configurationId: 'full' }, [{ payload: '{}' }]);
      await jobs.settle((await jobs.take('hook', 0)) ?? expect.fail('none'), 'done', null);
      await jobs.add('another', 'pending', { configurationId: 'full' }, [{ payload: '{}' }]);
      for (const id of ['1', '2', '3', '4']) {
        time += 1;
        await jobs.add('hook', 'pending', { configurationId: 'full' }, [{ id, payload: '{}' }]);
      }
      const others = ['5', '6'].map((id) => ({ id, payload: '{}' }));
      await jobs.add('hook', 'pending', { configurationId: 'other' }, others);
      await jobs.add('another', 'pending', { configurationId: 'other' }, [{ payload: '{}' }]);
      expect((await jobs.take('hook', 60_000))?.id).toBe('1');
      expect(await jobs.giveUpOldest('hook', 4, 'MANY')).toBe(0);
      expect(await jobs.giveUpOldest('hook', 2, 'MANY')).toBe(1);
      const failed = await jobs.list({ kinds: ['hook', 'another'], state: 'failed', limit: 9 });
      expect(failed).toMatchObject([{ id: '2', failure: 'MANY', tries: 0 }]);
    });

    it('hand a job to one worker only', async () => {
      const jobs = new JobRepository(storage.database, Date.now);
      const ids = ['job-0', 'job-1', 'job-2', 'job-3'];
      for (const id of ids) await jobs.add('a', 'pending', {}, [{ id, payload: '{}' }]);
      const taken = (await together(() => jobs.take('a', 60_000))).flatMap((job) => job ?? []);
      expect(taken.map(({ id }) => id).sort()).toEqual(ids);
    });
  });
}

describe.skipIf(withoutPostgres)('a shared store', () => {
  it('grants a lease to one server until it stops or fails to renew it in time', async () => {
    const url = await newDatabase();
    const open = () => openSharedStorage({ url, connections: 2, onError: () => undefined });
    const [first, second] = await Promise.all([open(), open()]);
    expect(await first.acquireLease('tidy', 60_000)).toBe(true);
    expect(await second.acquireLease('tidy', 60_000)).toBe(false);
    expect(await first.acquireLease('tidy', 60_000)).toBe(true);
    expect(await second.acquireLease('another', 0)).toBe(true);
    expect(await first.acquireLease('another', 0)).toBe(true);
    await first.close();
    expect(await second.acquireLease('tidy', 60_000)).toBe(true);
    await second.close();
  });

  describe('of three busy servers', () => {
    const organisationId = 'organisation';
    let stores: Storage[];
    let database: Storage['database'];
    beforeAll(async () => {
      const url = await newDatabase();
      const open = () => openSharedStorage({ url, connections: 10, onError: () => undefined });
      stores = await Promise.all([open(), open(), open()]);
      ({ database } = stores[0] ?? expect.fail());
      await new OrganisationRepository(database, Date.now).createInstallation(
        { organisation_id: organisationId, study_id: 'study', guest_licence_id: 'licence' },
        { organisation: 'o', study: 's', description: '' },
        'hash',
      );
    });
    afterAll(() => Promise.all(stores.map(({ close }) => close())));

    /** Calls spread over the servers, all at once. */
    const spread = <T>(
      count: number,
      call: (database: Storage['database'], id: string) => Promise<T>,
    ): Promise<T[]> =>
      Promise.all(
        stores.flatMap((store, at) =>
          Array.from({ length: count / stores.length }, (_, n) =>
            call(store.database, `${String(at)}-${String(n)}`),
          ),
        ),
      );
    const register = (id: string) =>
      new DeviceRepository(database, Date.now).register(
        {
          id,
          organisationId,
          licenceId: 'licence',
          user: null,
          type: 'WEB',
          name: '',
          identifier: '',
          version: '',
        },
        { id, accessLifetimeS: 60, refreshHash: id, expiresAt: Date.now() + DAY, endsAt: 0 },
      );

    it('counts each attempt from one address', async () => {
      const rule = { most: 1000, windowMs: DAY, lockMs: DAY };
      const locks = await spread(90, (db) =>
        new AttemptRepository(db, Date.now).take('address', rule),
      );
      expect(new Set(locks)).toEqual(new Set([0]));
      expect(await database.selectFrom('attempts').select('count').execute()).toEqual([
        { count: 90 },
      ]);
    });

    it('renews many sessions', async () => {
      await spread(90, (_, id) => register(id));
      const renewed = await spread(90, (db, id) =>
        new DeviceRepository(db, Date.now).rotate({
          familyId: id,
          presentedHash: id,
          next: { hash: `next ${id}`, expiresAt: Date.now() + DAY, encrypted: '' },
          again: 'same',
          usedBy: '',
          client: null,
        }),
      );
      expect(new Set(renewed.map(({ outcome }) => outcome))).toEqual(new Set(['rotated']));
    });

    it('erases many people who ask for it', async () => {
      const details = { organisationId, phoneNumber: null, passwordHash: null };
      await spread(90, (db, id) =>
        new UserRepository(db, Date.now).create({ id, email: `${id}@example.org`, ...details }),
      );
      const erased = await spread(90, (db, id) =>
        new UserRepository(db, Date.now).remove(id, {
          actorId: id,
          assertAllowed: () => undefined,
        }),
      );
      expect(new Set(erased)).toEqual(new Set([true]));
    });

    it('deletes many measurements of one organisation, and counts each', async () => {
      await register('device');
      const row = {
        organisation_id: organisationId,
        device_id: 'device',
        user_id: null,
        study_id: 'study',
        profile_id: null,
        partner_id: '',
        mode: '',
        resolution: 0,
        status: 'CAPTURING' as const,
        data_bytes: 0,
        received_ms: 0,
        created_at: 0,
        updated_at: 0,
        completed_at: null,
      };
      await spread(150, (db, id) =>
        db
          .insertInto('measurements')
          .values({ ...row, id })
          .execute(),
      );
      const owner = { deviceId: 'device', userId: null };
      const deleted = await spread(150, (db, id) =>
        new MeasurementRepository(db, Date.now, () => Promise.resolve()).remove(owner, id),
      );
      expect(new Set(deleted)).toEqual(new Set([true]));
      expect(await new UsageRepository(database).since(organisationId, '')).toMatchObject([
        { outcome: 'abandoned', count: 150 },
      ]);
    });
  });

  it('is migrated once when several servers start concurrently', async () => {
    const url = await emptyDatabase();
    const options = { url, connections: 2, onError: () => undefined };
    const opened = await Promise.all([1, 2, 3].map(() => openSharedStorage(options)));
    const [first] = opened;
    const { rows } = await sql<{ n: number }>`select count(*) as n from organisations`.execute(
      first?.database ?? expect.fail(),
    );
    expect(rows).toEqual([{ n: 0 }]);
    let inside = 0;
    await Promise.all(
      opened.map(({ exclusively }) =>
        exclusively(async () => {
          inside += 1;
          expect(inside).toBe(1);
          await new Promise((resolve) => setTimeout(resolve, 5));
          inside -= 1;
        }),
      ),
    );
    for (const { close } of opened) await close();
  });
});
