// SPDX-License-Identifier: Apache-2.0
/**
 * When the answer to a deletion arrives, the deleted data is no longer in the files, nor in SQLite's write-ahead log.
 */
import { randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from '@perfuse/contract/schema';
import { call } from '@perfuse/testing/client';
import Libsql from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../testing/command.ts';
import { newOrganisation, type TestOrganisation } from '../testing/organisation.ts';
import {
  confirmationIn,
  FULL_CONSENT,
  giveConsent,
  measure,
  messageTo,
  pairOf,
  PASSWORD,
  signUp,
} from '../testing/people.ts';
import { NO_LIMITS, startServer, type TestServer } from '../testing/server.ts';

interface Marked {
  readonly id: string;
  readonly token: string;
  /** Part of everything that the person entered. */
  readonly mark: string;
  /** Part of their measurements only. */
  readonly measuredMark: string;
  readonly measurement: string;
  readonly profile: string;
}

const withId = z.object({ ID: z.string() });
const ROWS_AROUND = 150;

describe('erased personal data', () => {
  let server: TestServer;
  let organisation: TestOrganisation;

  beforeAll(async () => {
    server = await startServer({ environment: NO_LIMITS });
    organisation = await newOrganisation(server);
    // Tables of several pages, between which SQLite moves rows.
    for (let at = 0; at < ROWS_AROUND; at += 1) await somebody(organisation.id);
  });
  afterAll(() => server.stop());

  const somebody = (organisationId: string, mark: string = randomUUID()) =>
    server.app.accounts.people.createUser(organisationId, {
      email: `${mark}@example.org`,
      password: PASSWORD,
      firstName: `first ${mark}`,
      lastName: `last ${mark}`,
    });

  async function marked(organisationId: string, StudyID: string): Promise<Marked> {
    const mark = `zq${randomUUID()}`;
    const measuredMark = `zm${randomUUID()}`;
    const { accounts } = server.app;
    const user = await somebody(organisationId, mark);
    const { Token: token } = await accounts.sessions.open(user);
    const body = { FirstName: `called ${mark}`, LastName: mark, Gender: 'male', HeightCm: '181' };
    expect((await call(server, 'PATCH', '/analysis/users', { token, body })).status).toBe(200);
    await giveConsent(server, token, {
      ...FULL_CONSENT,
      data_controller: { company: mark, contact: mark, email: '', on_behalf: false },
    });
    const made = await call(server, 'POST', '/analysis/users/profiles', {
      token,
      body: { Name: `profile ${mark}`, Email: `p-${mark}@example.org` },
    });
    const measurement = await measure(server, token, { StudyID, PartnerID: measuredMark });
    // Moves the rows into the database file, whose pages are then split and filled by others.
    await server.app.platform.housekeeping.run();
    for (let at = 0; at < 40; at += 1) {
      await somebody(organisationId);
      if (at % 10 === 0) await server.app.platform.housekeeping.run();
    }
    return {
      ...{ id: user.id, token, mark, measuredMark, measurement },
      profile: withId.parse(made.body).ID,
    };
  }
  const own = () => {
    const { organisationId, studyId } = server.app.installation;
    return marked(organisationId, studyId);
  };

  /** Files of the data folder that contain a text, and how often. */
  async function filesWith(text: string): Promise<readonly string[]> {
    const found: string[] = [];
    for (const name of await readdir(server.directory)) {
      const held = (await readFile(path.join(server.directory, name))).toString('latin1');
      const times = held.split(text).length - 1;
      if (times > 0) found.push(`${name}: ${String(times)}`);
    }
    return found;
  }
  const expectGone = async (...texts: readonly string[]): Promise<void> => {
    for (const text of texts) expect(await filesWith(text)).toEqual([]);
  };

  it('is in the files before the erasure', async () => {
    const { mark, measuredMark } = await own();
    for (const text of [mark, measuredMark]) expect(await filesWith(text)).not.toEqual([]);
  });

  it('is gone from the files when the app erases the account', async () => {
    const { token, mark, measuredMark } = await own();
    const body = { password: PASSWORD };
    const answer = await call(server, 'POST', '/api/account/erase', { token, body });
    expect(answer.status).toBe(200);
    await expectGone(mark, measuredMark);
  });

  it('is gone from the files when the protocol erases the account', async () => {
    const { token, mark, measuredMark } = await own();
    expect((await call(server, 'DELETE', '/analysis/users', { token })).status).toBe(200);
    await expectGone(mark, measuredMark);
  });

  it('is gone from the files when the staff of an organisation erase the account', async () => {
    const { id, mark, measuredMark } = await marked(organisation.id, organisation.studyId);
    const { token } = organisation.staff.DFX_ORG_ADMIN;
    const answer = await call(server, 'DELETE', `/analysis/organizations/users/${id}`, { token });
    expect(answer.status).toBe(200);
    await expectGone(mark, measuredMark);
  });

  it('is gone from the files when the command line erases the account', async () => {
    const { id, mark, measuredMark } = await own();
    const { code } = await runCommand(['user', 'erase', id, '--yes'], server);
    expect(code).toBe(0);
    await expectGone(mark, measuredMark);
  });

  it('is gone from the files when the consent to its storage is withdrawn', async () => {
    const { token, measuredMark } = await own();
    expect((await call(server, 'DELETE', '/analysis/consents', { token })).status).toBe(200);
    await expectGone(measuredMark);
  });

  it('is gone from the files when measurements and profiles are deleted one by one', async () => {
    const person = await own();
    const { token, mark, measurement, profile, measuredMark } = person;
    const another = `zm${randomUUID()}`;
    const { studyId } = server.app.installation;
    await measure(server, token, { StudyID: studyId, PartnerID: another });
    const remove = (path: string) => call(server, 'DELETE', path, { token });
    expect((await remove(`/api/history/${measurement}`)).status).toBe(200);
    await expectGone(measuredMark);
    expect((await remove('/api/history')).status).toBe(200);
    await expectGone(another);
    expect((await remove(`/analysis/users/profiles/${profile}`)).status).toBe(200);
    await expectGone(`profile ${mark}`, `p-${mark}`);
  });

  it('is gone from the files when the organisation is erased, with all other data of that organisation alone', async () => {
    const { accounts, measurements, audit, installation, platform } = server.app;
    const theirs = await newOrganisation(server);
    const { id: organisationId, identifier, device, studyId: StudyID } = theirs;
    const { mark, measuredMark, token } = await marked(organisationId, StudyID);
    const guests = `zg${randomUUID()}`;
    await giveConsent(server, device.token);
    await measure(server, device.token, { StudyID, PartnerID: guests });
    const others = await own();
    const erase = (name: string, ...words: readonly string[]) =>
      runCommand(['organisation', 'erase', name, ...words], server);

    expect((await erase(identifier)).code).toBe(2);
    expect((await erase(installation.organisationId, '--yes')).code).toBe(3);
    expect(await filesWith(mark)).not.toEqual([]);
    const { code, output } = await erase(identifier, '--yes');
    expect({ code, output }).toMatchObject({ code: 0 });
    await expectGone(mark, measuredMark, guests);

    for (const ended of [token, device.token]) {
      const answer = await call(server, 'GET', '/analysis/consents', { token: ended });
      expect(answer.status).toBe(401);
    }
    await expect(accounts.directory.find(organisationId)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const tables = ['users', 'devices', 'licences', 'studies', 'consents', 'measurements'] as const;
    for (const table of tables) {
      const rows = await platform.database
        .selectFrom(table)
        .select('id')
        .where('organisation_id', '=', organisationId)
        .execute();
      expect(rows, table).toEqual([]);
    }
    const [entry] = await audit.list({ action: 'organisation.erase', limit: 1 });
    expect(entry).toMatchObject({ target: organisationId, outcome: 'done' });
    const owner = { wholeOrganisation: installation.organisationId };
    expect(await measurements.measurements.find(owner, others.measurement)).not.toBeNull();
  });

  it('includes sign-ups with the address, and their mails', async () => {
    const confirming = await startServer({
      environment: { ...NO_LIMITS, PERFUSE_CONFIRM_EMAIL: 'on' },
    });
    const { database } = confirming.app.platform;
    const { people, stop: settled } = confirming.app.accounts;
    const kept = async (email: string): Promise<number> => {
      const signUps = await database.selectFrom('sign_ups').select('email').execute();
      const jobs = await database.selectFrom('jobs').select('payload').execute();
      const texts = [...signUps.map((row) => row.email), ...jobs.map(({ payload }) => payload)];
      return texts.filter((text) => text.includes(email)).length;
    };
    const sign = async (email: string) => {
      await signUp(confirming, email);
      await settled();
    };
    const [own, made, other] = ['own@example.org', 'made@example.org', 'other@example.org'];
    await sign(other);
    // Signs up twice: the confirmation must delete both mails.
    for (let times = 0; times < 2; times += 1) await sign(own);
    const token = confirmationIn(await messageTo(confirming, own));
    const body = { token, password: PASSWORD };
    const { Token } = pairOf(await call(confirming, 'POST', '/api/users/confirm', { body }));
    expect(await kept(own)).toBe(0);
    await call(confirming, 'POST', '/api/account/erase', {
      token: Token,
      body: { password: PASSWORD },
    });
    await sign(made);
    const { organisationId } = confirming.app.installation;
    const { id } = await people.createUser(organisationId, { email: made, password: PASSWORD });
    expect(await kept(made)).toBe(2);
    await people.erase(id);
    expect([await kept(own), await kept(made), await kept(other)]).toEqual([0, 0, 2]);
    await confirming.stop();
  });

  it('is gone from the files only later if another process reads them, which is logged', async () => {
    const { token, mark } = await own();
    const reader = new Libsql(path.join(server.directory, 'perfuse.sqlite'));
    reader.exec('begin');
    reader.prepare('select count(*) from users').get();
    const body = { password: PASSWORD };
    const answer = await call(server, 'POST', '/api/account/erase', { token, body });
    expect(answer.status).toBe(200);
    expect(await filesWith(mark)).not.toEqual([]);
    expect(server.log.join('')).toContain('deleted rows are still in the write-ahead log');
    reader.exec('rollback');
    reader.close();
    await server.app.platform.housekeeping.run();
    await expectGone(mark);
  });
});
