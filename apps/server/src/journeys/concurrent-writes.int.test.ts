// SPDX-License-Identifier: Apache-2.0
/**
 * Deciding and writing are one step, on both databases: nothing is written to an object deleted meanwhile, and of
 * several concurrent calls with the same decision one succeeds.
 */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { publicKeySchema } from '@perfuse/contract/account/keys';
import type { RemoteEvent } from '@perfuse/contract/events/events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../testing/engines.ts';
import { consent, FULL_CONSENT } from '../testing/people.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { ConfigurationRepository } from '../modules/organisations/configuration-repository.ts';
import { ConsentRepository } from '../modules/accounts/people/consent-repository.ts';
import { ConsentService } from '../modules/accounts/people/consents.ts';
import { DeviceRepository, type NewDevice } from '../modules/accounts/tokens/device-repository.ts';
import { EventRepository } from '../modules/events/event-repository.ts';
import { HandOffRepository } from '../modules/handoff/handoff-repository.ts';
import { LaunchRepository } from '../modules/launch/launch-repository.ts';
import { LoginSecretRepository } from '../modules/accounts/passwords/login-secret-repository.ts';
import { MeasurementRepository } from '../modules/measurements/measurement-repository.ts';
import { OrganisationDirectory } from '../modules/organisations/directory-repository.ts';
import { OrganisationKeyRepository } from '../modules/organisations/organisation-key-repository.ts';
import { OrganisationRepository } from '../modules/organisations/organisation-repository.ts';
import { ProfileRepository } from '../modules/measurements/profile-repository.ts';
import { ReportRepository } from '../modules/protocol-admin/reports/report-repository.ts';
import { SecondFactorRepository } from '../modules/accounts/second-factor/second-factor-repository.ts';
import { StudyRepository } from '../modules/organisations/study-repository.ts';
import { UsageRepository } from '../modules/measurements/usage-repository.ts';
import { UserRepository } from '../modules/accounts/users/user-repository.ts';
import { JobRepository } from '../platform/jobs/job-repository.ts';
import { WebhookSecretRepository } from '../modules/organisations/webhook-secret-repository.ts';

const DAY = 86_400_000;
/** Number of concurrent calls, and of rounds: their order differs every time. */
const MANY = 6;
const ROUNDS = 3;
const together = <T>(call: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: MANY }, (_, at) => call(at)));

const event: RemoteEvent = {
  timestamp: '2026-05-04T10:00:00.000Z',
  sessionId: 's-1',
  sequence: 0,
  event: 'CAMERA_STARTED',
  severity: 'INFO',
  payload: {},
};

for (const { name, open, isLeftOut } of ENGINES) {
  describe.skipIf(isLeftOut)(`on ${name}`, () => {
    const organisationId = 'organisation';
    let storage: Storage;
    let store: ReturnType<typeof repositories>;
    const erased = () => Promise.resolve();
    const repositories = ({ database }: Storage) => ({
      configurations: new ConfigurationRepository(database, Date.now),
      consents: new ConsentRepository(database, Date.now, erased),
      jobs: new JobRepository(database, Date.now),
      devices: new DeviceRepository(database, Date.now),
      directory: new OrganisationDirectory(database, Date.now),
      events: new EventRepository(database, Date.now),
      handOffs: new HandOffRepository(database, Date.now),
      keys: new OrganisationKeyRepository(database, Date.now),
      launches: new LaunchRepository(database, Date.now),
      loginSecrets: new LoginSecretRepository(database, Date.now),
      measurements: new MeasurementRepository(database, Date.now, erased),
      profiles: new ProfileRepository(database, Date.now, erased),
      reports: new ReportRepository(database, Date.now),
      secondFactors: new SecondFactorRepository(database, Date.now),
      secrets: new WebhookSecretRepository(database, Date.now),
      studies: new StudyRepository(database, Date.now),
      users: new UserRepository(database, Date.now),
    });
    beforeAll(async () => {
      storage = await open();
      store = repositories(storage);
      await new OrganisationRepository(storage.database, Date.now).createInstallation(
        { organisation_id: organisationId, study_id: 'first', guest_licence_id: 'licence' },
        { organisation: 'o', study: 's', description: '' },
        'hash',
      );
    });
    afterAll(() => storage.close());

    /** For the current test: an account with a session, and a study. */
    let userId: string;
    let deviceId: string;
    let studyId: string;
    const newStudy = async (): Promise<string> => {
      const id = randomUUID();
      await store.directory.createStudy({ id, organisationId, name: id, description: '' });
      return id;
    };
    const register = (
      id: string,
      of: Pick<NewDevice, 'user'> & Partial<Pick<NewDevice, 'licenceId' | 'signedInOn'>>,
    ) =>
      store.devices.register(
        {
          id,
          organisationId,
          licenceId: 'licence',
          type: 'WEB',
          name: '',
          identifier: '',
          version: '',
          ...of,
        },
        { id, accessLifetimeS: 60, expiresAt: Date.now() + DAY, endsAt: 0, refreshHash: id },
      );
    const newDevice = async (user: NewDevice['user']) => {
      const id = randomUUID();
      await register(id, { user });
      return id;
    };
    beforeEach(async () => {
      userId = randomUUID();
      await store.users.create({
        id: userId,
        organisationId,
        email: `${userId}@example.org`,
        phoneNumber: null,
        passwordHash: null,
      });
      deviceId = await newDevice({ id: userId, password_hash: null });
      studyId = await newStudy();
    });

    const giver = () => ({ organisationId, userId, deviceId });
    const begin = (part: { receiptId?: string | null; profileId?: string; isStored?: boolean }) =>
      store.measurements.open(
        {
          id: randomUUID(),
          organisationId,
          deviceId,
          consent: { userId, receiptId: part.receiptId ?? null, isStored: part.isStored ?? false },
          studyId,
          profileId: part.profileId ?? null,
          partnerId: '',
          mode: '',
          resolution: 0,
        },
        1000,
      );
    const makeProfile = (id: string) =>
      store.profiles.create({ id, organisationId, owner: giver(), name: 'n', email: 'e' });
    const handOff = (id: string) =>
      store.handOffs.replace({
        id,
        hash: id,
        edition: 'consumer',
        organisation_id: organisationId,
        device_id: deviceId,
        family_id: deviceId,
        user_id: userId,
        encrypted: '',
        expires_at: Date.now() + DAY,
      });
    const report = (id: string) =>
      store.reports.add({
        id,
        organisationId,
        userId,
        selection: { page: 1, fileName: '' },
        lifetimeMs: DAY,
      });
    const configure = (id: string) =>
      store.configurations.create(id, organisationId, { studyId, branchId: null, settings: {} });
    const addResultsKey = async (ofOrganisation: string): Promise<string> => {
      const id = randomUUID();
      const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      await store.keys.add({
        id,
        organisationId: ofOrganisation,
        name: '',
        purpose: 'results',
        publicKey: publicKeySchema.parse(publicKey.export({ format: 'jwk' })),
      });
      return id;
    };
    const launch = (configurationId: string, hash: string) =>
      store.launches.add({
        hash,
        configuration_id: configurationId,
        session_id: 's-1',
        session_by: 'link',
        device_id: null,
        is_elsewhere: false,
        results_api_url: null,
        events_url: null,
        encrypted: '',
        expires_at: Date.now() + DAY,
      });
    const code = () => store.directory.saveAccessCode({ code: studyId, organisationId, studyId });

    it('nothing is written for a user who was erased in the meantime', async () => {
      await store.users.remove(userId);
      expect(await makeProfile(randomUUID())).toBe(false);
      expect(await store.consents.add(giver(), FULL_CONSENT)).toBeNull();
      expect(await begin({})).toBe('gone');
      expect(await handOff(randomUUID())).toBe(false);
      expect(await report(randomUUID())).toBe(false);
      expect(await store.loginSecrets.saveLink(userId, randomUUID(), Date.now() + DAY)).toBe(false);
      expect(await store.loginSecrets.saveCode(userId, 'hash', 5, Date.now() + DAY)).toBe(false);
      const user = { id: userId, password_hash: null };
      const id = await newDevice(user);
      expect(await store.devices.family(id)).toBeNull();
    });

    it('each abandoned measurement is counted once, even by concurrent erasures of its user', async () => {
      const left = async (): Promise<number> => {
        const rows = await new UsageRepository(storage.database).since(
          organisationId,
          '2000-01-01',
        );
        const days = rows.filter(({ outcome }) => outcome === 'abandoned');
        return days.reduce((sum, { count }) => sum + count, 0);
      };
      const before = await left();
      const begun = await together(() => begin({}));
      expect(begun).toEqual(begun.map(() => 'opened'));
      await together(() => store.users.remove(userId));
      expect((await left()) - before).toBe(MANY);
    });

    it('concurrent writes neither fail nor leave rows when their user is erased', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = randomUUID();
        await store.users.create({
          id,
          organisationId,
          email: `${id}@example.org`,
          phoneNumber: null,
          passwordHash: null,
        });
        userId = id;
        deviceId = await newDevice({ id, password_hash: null });
        const profiles = together(() => makeProfile(randomUUID()));
        const consents = together(() => store.consents.add(giver(), FULL_CONSENT));
        const begun = together(() => begin({}));
        const handOffs = together(() => handOff(randomUUID()));
        const reports = together(() => report(randomUUID()));
        await Promise.race([profiles, consents, begun, handOffs, reports]);
        expect(await store.users.remove(id)).toBe(true);
        for (const made of [...(await profiles), ...(await handOffs), ...(await reports)]) {
          expect(made).toBeTypeOf('boolean');
        }
        for (const opening of await begun) expect(['opened', 'gone', 'changed']).toContain(opening);
        await consents;
        expect((await store.profiles.list({ owner: giver(), limit: 9, offset: 0 })).total).toBe(0);
        expect(await store.consents.history(giver())).toEqual([]);
        expect(await store.devices.ofUser(id)).toEqual([]);
      }
    });

    it('no session begins on a device whose licence was revoked in the meantime', async () => {
      const [licenceId, tablet] = [randomUUID(), randomUUID()];
      const licence = { id: licenceId, organisation_id: organisationId, key_hash: licenceId };
      await storage.database
        .insertInto('licences')
        .values({ ...licence, kind: 'key', name: '', active: 1, created_at: Date.now() })
        .execute();
      await register(tablet, { user: null, licenceId });
      const signIn = () =>
        register(randomUUID(), {
          user: { id: userId, password_hash: null },
          signedInOn: { deviceId: tablet, familyId: tablet },
        });
      expect(await signIn()).not.toBeNull();
      await storage.database
        .updateTable('licences')
        .set({ active: 0 })
        .where('id', '=', licenceId)
        .execute();
      expect(await signIn()).toBeNull();
    });

    it('of reset links issued concurrently to one person, one works', async () => {
      const hashes = await together(async () => {
        const hash = randomUUID();
        await store.loginSecrets.saveLink(userId, hash, Date.now() + DAY);
        return hash;
      });
      const owners = await Promise.all(hashes.map((hash) => store.loginSecrets.linkOwner(hash)));
      expect(owners.filter((owner) => owner === userId)).toHaveLength(1);
    });

    it('wrong phone codes tried concurrently use up one try each', async () => {
      await store.loginSecrets.saveCode(userId, 'hash', MANY, Date.now() + DAY);
      await together(() => store.loginSecrets.tryCode(userId, () => false));
      expect(await store.loginSecrets.tryCode(userId, () => true)).toBeNull();
    });

    it('an account is marked for its second factor, however confirming and removing it overlap', async () => {
      for (let round = 0; round < MANY; round += 1) {
        const holder = { kind: 'user', id: userId } as const;
        await store.secondFactors.begin(holder, 'secret', 'salt');
        await Promise.all([
          store.secondFactors.confirm(holder, 'salt', 1, ['code']),
          store.secondFactors.remove(holder),
        ]);
        const factor = await store.secondFactors.find(userId);
        const user = await store.users.find(userId);
        expect(user?.second_factor_at).toBe(factor?.confirmed_at ?? null);
        await store.secondFactors.remove(holder);
      }
    });

    it('concurrent consent receipts get distinct numbers, and nothing is stored once storage is withdrawn', async () => {
      const withdrawn = () => consent(['healthDataProcessing'], randomUUID());
      for (let round = 0; round < ROUNDS; round += 1) {
        const receipt = await store.consents.add(giver(), FULL_CONSENT);
        const receiptId = receipt?.id ?? null;
        const begun = together(() => begin({ receiptId, isStored: true }));
        const receipts = together(() => store.consents.add(giver(), withdrawn()));
        for (const opening of await begun) expect(['opened', 'changed']).toContain(opening);
        expect(new Set((await receipts).map((row) => row?.number)).size).toBe(MANY);
        const { total } = await store.measurements.list({
          owner: { wholeOrganisation: organisationId },
          userId,
          limit: 1,
          offset: 0,
        });
        expect(total).toBe(0);
      }
    });

    it('a purpose that was taken back is not given again by a concurrent withdrawal that keeps it', async () => {
      const consents = new ConsentService(store.consents);
      for (let round = 0; round < ROUNDS; round += 1) {
        await consents.create(giver(), FULL_CONSENT);
        await Promise.all([
          consents.update(giver(), consent(['healthDataProcessing'])),
          consents.withdraw(giver(), ['healthDataStorage']),
        ]);
        expect((await consents.permission(giver())).storesFor).toBeNull();
      }
    });

    it('a person gets no profile beyond the limit, however many are created concurrently', async () => {
      const row = () => ({
        id: randomUUID(),
        organisation_id: organisationId,
        device_id: deviceId,
        user_id: userId,
        name: 'n',
        email: 'e',
        status: 'ACTIVE',
        created_at: 0,
        updated_at: 0,
      });
      const rows = Array.from({ length: 999 }, row);
      await storage.database.insertInto('profiles').values(rows).execute();
      for (let round = 0; round < ROUNDS; round += 1) {
        const ids = Array.from({ length: MANY }, () => randomUUID());
        const made = await Promise.allSettled(ids.map(makeProfile));
        expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        await storage.database.deleteFrom('profiles').where('id', 'in', ids).execute();
      }
    });

    it('a measurement does not begin when its consent, study or profile changed since they were read', async () => {
      const profileId = randomUUID();
      await makeProfile(profileId);
      expect(await begin({ profileId })).toBe('opened');
      await store.profiles.remove(giver(), profileId);
      expect(await begin({ profileId })).toBe('changed');
      const receipt = await store.consents.add(giver(), FULL_CONSENT);
      expect(await begin({})).toBe('changed');
      const receiptId = receipt?.id ?? '';
      expect(await begin({ receiptId })).toBe('opened');
      await store.studies.update(organisationId, studyId, { status: 'INACTIVE' });
      expect(await begin({ receiptId })).toBe('changed');
    });

    it('many measurements are deleted in batches; those begun meanwhile and those of other studies stay', async () => {
      const MEASURED = 120;
      const others = studyId;
      await begin({});
      studyId = await newStudy();
      for (let at = 0; at < MEASURED; at += 1) expect(await begin({})).toBe('opened');
      // All with the same time: parts must not depend on differing times.
      const { database } = storage;
      await database
        .updateTable('measurements')
        .set({ created_at: 0 })
        .where('study_id', '=', studyId)
        .execute();
      let parts = 0;
      let begun: ReturnType<typeof begin> | undefined;
      const now = (): number => {
        parts += 1;
        if (parts === 2) begun = begin({});
        return Date.now();
      };
      const measurements = new MeasurementRepository(database, now, erased);
      const deleted = await measurements.removeAll(
        { wholeOrganisation: organisationId },
        { studyId },
      );
      expect(deleted).toBe(MEASURED);
      expect(parts).toBeGreaterThanOrEqual(3);
      expect(await begun).toBe('opened');
      const owner = { wholeOrganisation: organisationId };
      expect(await measurements.count({ owner, studyId })).toBe(1);
      expect(await measurements.count({ owner, studyId: others })).toBe(1);
    });

    it('a study is either removed or referenced by concurrent writes', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        studyId = await newStudy();
        const [removals, begun, configured, coded] = await Promise.all([
          together(() => store.studies.remove(organisationId, studyId)),
          together(() => begin({})),
          together(() => configure(randomUUID())),
          together(() => code()),
        ]);
        const removed = removals.filter((removal) => removal === 'removed').length;
        const named = [
          ...begun.filter((opening) => opening === 'opened'),
          ...configured.filter((outcome) => outcome === 'done'),
          ...coded.filter((outcome) => outcome === 'done'),
        ].length;
        expect([removed, named]).toEqual(removed === 1 ? [1, 0] : [0, 3 * MANY]);
      }
      await store.studies.remove(organisationId, (studyId = await newStudy()));
      expect(await configure(randomUUID())).toBe('no study');
      expect(await code()).toBe('no study');
    });

    const told = (configurationId: string, events: readonly RemoteEvent[]) => ({
      configurationId,
      sessionId: 's-1',
      launchHash: configurationId,
      events,
    });
    const deliver = (configurationId: string) =>
      store.jobs.add('webhook', 'pending', { configurationId }, [{ payload: '{}' }]);
    const deliveries = (configurationId: string) =>
      store.jobs.list({ kinds: ['webhook'], configurationId, limit: 9 });

    it('nothing is written for a configuration that was removed in the meantime', async () => {
      const id = randomUUID();
      const hash = randomUUID();
      await configure(id);
      expect(await launch(id, hash)).toBe(true);
      expect(await store.events.add(told(id, [event]), 100)).toBe(1);
      await deliver(id);
      expect(await deliveries(id)).toHaveLength(1);

      await store.configurations.remove(id);
      expect(await launch(id, randomUUID())).toBe(false);
      expect(await store.events.add(told(id, [event]), 100)).toBeNull();
      await deliver(id);
      expect(await deliveries(id)).toEqual([]);
      await store.launches.keepDataId(hash, 'digest', 'data');
      expect(await store.launches.dataId(hash, 'digest')).toBeNull();
    });

    it('of concurrent creations and renamings of studies to one name, one succeeds', async () => {
      const name = randomUUID();
      const others = await Promise.all([newStudy(), newStudy()]);
      const description = '';
      const outcomes = await Promise.all([
        ...others.map((id) => store.studies.update(organisationId, id, { name })),
        ...others.map((id) =>
          store.directory.createStudy({ id: `${id}-2`, organisationId, name, description }),
        ),
      ]);
      const successes: unknown[] = ['done', true];
      expect(outcomes.filter((outcome) => successes.includes(outcome))).toHaveLength(1);
    });

    it('concurrent changes of different settings of a configuration are all kept', async () => {
      const id = randomUUID();
      await configure(id);
      const changes = [
        { cameraAutoStart: true },
        { hideHistograms: true },
        { encryptResults: true },
      ];
      await addResultsKey(organisationId);
      await Promise.all(
        changes.map((change) =>
          store.configurations.update(id, {}, ({ settings: now }) => ({ ...now, ...change })),
        ),
      );
      const { settings } = (await store.configurations.find(id)) ?? expect.fail();
      expect(settings).toEqual(Object.assign({}, ...changes));
    });

    it('of concurrent changes to one version of a configuration one succeeds, even if the clock stands still', async () => {
      const id = randomUUID();
      const configurations = new ConfigurationRepository(storage.database, () => DAY);
      const details = { studyId, branchId: null, settings: {} };
      await configurations.create(id, organisationId, details);
      const version = (await configurations.find(id))?.updated_at;
      const changes = await Promise.allSettled(
        Array.from({ length: 5 }, () =>
          configurations.update(id, {}, ({ updated_at, settings }) => {
            if (updated_at !== version) throw new Error('changed meanwhile');
            return settings;
          }),
        ),
      );
      expect(changes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('a configuration that encrypts results always keeps an active results key', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = randomUUID();
        await store.directory.create(id, { name: id, identifier: id });
        const own = { studyId: await newStudy(), branchId: null, settings: {} };
        await store.configurations.create(id, id, own);
        const isEncrypting = async () =>
          (await store.configurations.find(id))?.settings.encryptResults === true;
        const working = async () => (await store.keys.list(id)).filter(({ active }) => active);
        const encrypt = () =>
          store.configurations.update(id, {}, ({ settings: now }) => ({
            ...now,
            encryptResults: true,
          }));

        const only = await addResultsKey(id);
        await Promise.all([store.keys.deactivate(only), encrypt()]);
        expect(await working()).toHaveLength((await isEncrypting()) ? 1 : 0);

        const several = await Promise.all([addResultsKey(id), addResultsKey(id)]);
        expect(await encrypt()).toBe('done');
        const revoked = await Promise.all(
          [only, ...several].map((key) => store.keys.deactivate(key)),
        );
        expect(revoked).toContainEqual({ neededBy: id });
        expect(await working()).toHaveLength(1);
      }
    });

    it('concurrent writes do not fail when their configuration is removed', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = randomUUID();
        const hash = randomUUID();
        await configure(id);
        await launch(id, hash);
        await Promise.all([
          together((at) => store.events.add(told(id, [{ ...event, sequence: at }]), 100)),
          together(() => deliver(id)),
          together(() => launch(id, randomUUID())),
          together((at) => store.launches.keepDataId(hash, String(at), 'data')),
          store.configurations.remove(id),
        ]);
        expect(await store.configurations.find(id)).toBeNull();
      }
    });

    it('the first visits to an organisation share one licence', async () => {
      const licences = await together(() =>
        store.launches.visitorLicence(organisationId, { id: randomUUID(), keyHash: randomUUID() }),
      );
      expect(new Set(licences.map(({ id }) => id)).size).toBe(1);
    });

    it('only one webhook secret is without an end, however many are created concurrently', async () => {
      const secret = () => ({ id: randomUUID(), organisationId, encrypted: 'encrypted' });
      await together<unknown>((at) =>
        at % 2 === 0
          ? store.secrets.replace(secret(), Date.now() + DAY)
          : store.secrets.addFirst(secret()),
      );
      const endless = (await store.secrets.active(organisationId)).filter(
        ({ ends_at }) => ends_at === null,
      );
      expect(endless).toHaveLength(1);
    });

    it('a delivery waits when its configuration has enough in progress; those of others do not', async () => {
      const [full, other] = [randomUUID(), randomUUID()];
      for (const id of [full, other]) {
        await configure(id);
        await deliver(id);
      }
      const taken = await store.jobs.take('webhook', DAY, [full]);
      expect(taken?.configuration_id).toBe(other);
      expect(await store.jobs.take('webhook', DAY, [full])).toBeNull();
      expect((await store.jobs.take('webhook', DAY))?.configuration_id).toBe(full);
    });

    it('a delivery replayed during an attempt is sent again', async () => {
      const configurationId = randomUUID();
      await configure(configurationId);
      await deliver(configurationId);
      const taken = (await store.jobs.take('webhook', DAY)) ?? expect.fail();
      expect(taken.configuration_id).toBe(configurationId);
      await store.jobs.replay([{ id: taken.id, payload: '{}' }]);
      await store.jobs.settle(taken, 'done', null);
      expect(await deliveries(configurationId)).toMatchObject([{ state: 'pending', tries: 0 }]);
      const again = (await store.jobs.take('webhook', DAY)) ?? expect.fail();
      await store.jobs.settle(again, 'done', null);
      expect(await deliveries(configurationId)).toMatchObject([{ state: 'done', tries: 1 }]);
    });
  });
}
