// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from '../../../platform/storage/embedded-storage.ts';
import { OrganisationDirectory } from '../../organisations/directory-repository.ts';
import { UserRepository } from '../users/user-repository.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { temporaryFolder } from '../../../testing/server.ts';
import { Passwords } from './passwords.ts';
import { rehashed } from './password-verifier.ts';

const PASSWORD = 'Correct-horse7';
const NEXT = 'Another-horse8';
const CHEAP = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

describe('a password that is rehashed', () => {
  let folder: string;
  let storage: Storage;
  const organisationId = randomUUID();
  beforeAll(async () => {
    folder = await temporaryFolder();
    storage = await openStorage(folder);
    await new OrganisationDirectory(storage.database, Date.now).create(organisationId, {
      name: 'O',
      identifier: 'o',
    });
  });
  afterAll(async () => {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });

  const passwords = new Passwords(CHEAP);
  const outdated = async () => {
    const store = new UserRepository(storage.database, Date.now);
    const passwordHash = await hash(PASSWORD, { ...CHEAP, timeCost: 2 });
    const id = randomUUID();
    await store.create({
      id,
      organisationId,
      email: `${id}@example.org`,
      phoneNumber: null,
      passwordHash,
    });
    const row = await store.find(id);
    if (row === null) throw new Error('no account');
    return { store, row };
  };

  it('stays valid for all concurrent sign-ins', async () => {
    const { store, row } = await outdated();
    const rows = await Promise.all(
      Array.from({ length: 4 }, () => rehashed({ passwords, store }, row, PASSWORD)),
    );
    const present = await store.find(row.id);
    expect(present?.password_hash).not.toBe(row.password_hash);
    expect(rows.map(({ password_hash }) => password_hash)).toEqual(
      rows.map(() => present?.password_hash),
    );
    expect(await passwords.verify(present?.password_hash ?? null, PASSWORD)).toBe(true);
  });

  it('does not undo a concurrent password change', async () => {
    const { store, row } = await outdated();
    await store.changePassword(row.id, { hash: await passwords.hash(NEXT) });
    await expect(rehashed({ passwords, store }, row, PASSWORD)).rejects.toMatchObject({
      code: 'INVALID_USER',
    });
    const present = await store.find(row.id);
    expect(await passwords.verify(present?.password_hash ?? null, NEXT)).toBe(true);
  });
});
