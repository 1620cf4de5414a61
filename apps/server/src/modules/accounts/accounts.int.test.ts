// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/server.ts';
import { openStorage } from '../../platform/storage/embedded-storage.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { AttemptRepository } from './attempts/attempt-repository.ts';
import { DeviceRepository } from './tokens/device-repository.ts';
import { LoginSecretRepository } from './passwords/login-secret-repository.ts';
import { OrganisationDirectory } from '../organisations/directory-repository.ts';
import { JobRepository } from '../../platform/jobs/job-repository.ts';
import { UserRepository } from './users/user-repository.ts';

const MINUTE = 60_000;

describe('expiry', () => {
  let storage: Storage;
  let folder: string;
  let time = 1_800_000_000_000;
  const now = (): number => time;
  let userId: string;

  beforeEach(async () => {
    folder = await temporaryFolder();
    storage = await openStorage(folder);
    const directory = new OrganisationDirectory(storage.database, now);
    const organisationId = randomUUID();
    userId = randomUUID();
    await directory.create(organisationId, { name: 'O', identifier: 'o' });
    await new UserRepository(storage.database, now).create({
      id: userId,
      organisationId,
      email: 'a@example.org',
      phoneNumber: null,
      passwordHash: null,
    });
  });
  afterEach(async () => {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('of a reset link: it has no owner and cannot be used', async () => {
    const secrets = new LoginSecretRepository(storage.database, now);
    await secrets.saveLink(userId, 'hash', time + 30 * MINUTE);
    expect(await secrets.linkOwner('hash')).toBe(userId);
    time += 30 * MINUTE;
    expect(await secrets.linkOwner('hash')).toBeNull();
    const change = { hash: 'new', linkHash: 'hash' };
    expect(
      await new UserRepository(storage.database, now).changePassword(userId, change),
    ).toBeNull();
  });

  it('of a code: after its lifetime, after its tries, and after its use', async () => {
    const secrets = new LoginSecretRepository(storage.database, now);
    const isRight = (hash: string): boolean => hash === 'h';
    await secrets.saveCode(userId, 'h', 2, time + 5 * MINUTE);
    expect(await secrets.tryCode(userId, () => false)).toBeNull();
    for (let n = 0; n < 2; n += 1) expect(await secrets.tryCode(userId, isRight)).toBe('h');
    expect(await secrets.useCode(userId, 'h')).toBe(true);
    expect(await secrets.tryCode(userId, isRight)).toBeNull();
    expect(await secrets.useCode(userId, 'h')).toBe(false);
    await secrets.saveCode(userId, 'h', 2, time + 5 * MINUTE);
    for (let n = 0; n < 2; n += 1) await secrets.tryCode(userId, () => false);
    expect(await secrets.tryCode(userId, isRight)).toBeNull();
    await secrets.saveCode(userId, 'h', 2, time + 5 * MINUTE);
    time += 5 * MINUTE;
    expect(await secrets.useCode(userId, 'h')).toBe(false);
    expect(await secrets.tryCode(userId, isRight)).toBeNull();
  });

  it('of a lock: it is released automatically, and the count restarts with each window', async () => {
    const attempts = new AttemptRepository(storage.database, now);
    const rule = { most: 2, windowMs: 15 * MINUTE, lockMs: 10 * MINUTE };
    expect(await attempts.take('k', rule)).toBe(0);
    expect(await attempts.take('k', rule)).toBe(0);
    expect(await attempts.take('k', rule)).toBe(10 * MINUTE);
    time += 4 * MINUTE;
    expect(await attempts.take('k', rule)).toBe(6 * MINUTE);
    time += 6 * MINUTE;
    expect(await attempts.take('k', rule)).toBe(0);
    time += 15 * MINUTE;
    for (let n = 0; n < 2; n += 1) expect(await attempts.take('k', rule)).toBe(0);
    await attempts.giveBack('k');
    expect(await attempts.take('k', rule)).toBe(0);
    time += 60 * MINUTE;
    await attempts.purge();
    expect(await storage.database.selectFrom('attempts').selectAll().execute()).toEqual([]);
  });

  it('of a lock that lasts for the rest of the window, where the rule says so', async () => {
    const attempts = new AttemptRepository(storage.database, now);
    const rule = { most: 1, windowMs: 15 * MINUTE, lockMs: 0 };
    expect(await attempts.take('w', rule)).toBe(0);
    time += 14 * MINUTE;
    expect(await attempts.take('w', rule)).toBe(MINUTE);
    time += MINUTE;
    expect(await attempts.take('w', rule)).toBe(0);
    await attempts.clear('w');
  });

  it.each([0, 10 * MINUTE])(
    'of a lock (%i ms) set by a clock that was ahead: it ends when the clock is set back',
    async (lockMs) => {
      const attempts = new AttemptRepository(storage.database, now);
      const rule = { most: 1, windowMs: 15 * MINUTE, lockMs };
      const present = time;
      time += 24 * 60 * MINUTE;
      expect(await attempts.take('a', rule)).toBe(0);
      expect(await attempts.take('a', rule)).toBe(lockMs === 0 ? 15 * MINUTE : lockMs);
      time = present;
      expect(await attempts.take('a', rule)).toBe(0);
      expect(await attempts.take('a', rule)).toBe(lockMs === 0 ? 15 * MINUTE : lockMs);
      await attempts.clear('a');
    },
  );

  it('of a lock by a server whose clock is a little ahead: it also counts for the others', async () => {
    const attempts = new AttemptRepository(storage.database, now);
    const rule = { most: 1, windowMs: 15 * MINUTE, lockMs: 0 };
    const present = time;
    time += 5 * MINUTE;
    expect(await attempts.take('a', rule)).toBe(0);
    time = present;
    expect(await attempts.take('a', rule)).toBe(20 * MINUTE);
    await attempts.clear('a');
  });

  it('of a message: it is neither due nor kept', async () => {
    const jobs = new JobRepository(storage.database, now);
    await jobs.add('mail', 'pending', { userId }, [{ payload: '{}', expiresAt: time + MINUTE }]);
    expect(await jobs.take('mail', 0)).not.toBeNull();
    time += MINUTE;
    expect(await jobs.take('mail', 0)).toBeNull();
    await jobs.purge(60 * MINUTE);
    expect(await jobs.list({ kinds: ['mail'], limit: 9 })).toEqual([]);
  });

  it('of a session: no renewal extends it or affects another, and a repeated renewal is tolerated for half a minute only', async () => {
    const devices = new DeviceRepository(storage.database, now);
    const { organisation_id } = await storage.database
      .selectFrom('users')
      .select('organisation_id')
      .executeTakeFirstOrThrow();
    await storage.database
      .insertInto('licences')
      .values({
        id: 'l',
        organisation_id,
        key_hash: 'x',
        kind: 'guest',
        active: 1,
        created_at: time,
      })
      .execute();
    const device = { type: 'WEB', name: '', identifier: '', version: '' };
    const open = (id: string, refreshHash: string) =>
      devices.register(
        {
          ...device,
          id: `d-${id}`,
          organisationId: organisation_id,
          licenceId: 'l',
          user: { id: userId, password_hash: null },
        },
        {
          id,
          accessLifetimeS: 900,
          refreshHash,
          expiresAt: time + MINUTE,
          endsAt: time + 10 * MINUTE,
        },
      );
    await open('f', 'r0');
    await open('other', 'o0');
    const other = await devices.family('other');
    const rotate = (from: string, to: string, again: 'same' | 'another' = 'same') =>
      devices.rotate({
        familyId: 'f',
        presentedHash: from,
        next: { hash: to, expiresAt: time + 60 * MINUTE, encrypted: `${to} for ${from}` },
        again,
        usedBy: 'device',
        client: null,
      });
    expect(await rotate('r0', 'r1')).toMatchObject({
      outcome: 'rotated',
      family: { generation: 2, expires_at: time + 10 * MINUTE },
    });
    expect(await devices.family('other')).toEqual(other);
    expect(await devices.holder('other', 'o0')).toEqual(other);
    time += 29_000;
    expect(await rotate('r0', 'r2', 'another')).toMatchObject({
      outcome: 'rotated',
      family: { generation: 2 },
      answer: null,
    });
    expect(await rotate('r0', 'r6')).toMatchObject({
      outcome: 'rotated',
      family: { generation: 2 },
      answer: 'r1 for r0',
    });
    time += 10 * MINUTE;
    expect(await rotate('r1', 'r3')).toEqual({ outcome: 'expired' });
    expect(await rotate('r0', 'r4', 'another')).toEqual({ outcome: 'reused' });
    expect(await rotate('r2', 'r5')).toEqual({ outcome: 'revoked' });
  });
});
