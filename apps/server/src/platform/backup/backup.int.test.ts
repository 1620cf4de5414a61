// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_ENCRYPTION_KEY } from '../crypto/encryption.ts';
import { changeSecrets, withNewKeys, withoutKeys } from '../crypto/rotation.ts';
import { loadSecrets, readSecrets, SECRETS_FILE } from '../crypto/secrets.ts';
import { DATABASE_FILE } from '../storage/database.ts';
import { call, guest } from '@perfuse/testing/client';
import { until } from '@perfuse/testing/waiting';
import { bundledServer } from '../../testing/bundled.ts';
import { codeIn, linkIn, messageTo, person, signIn } from '../../testing/people.ts';
import { startServer, temporaryFolder, type TestServer } from '../../testing/server.ts';
import { restoreBackup, writeBackup } from './backup.ts';
import { FolderError, openOffline } from '../storage/offline.ts';
import { assertFolderIntegrity } from '../storage/integrity.ts';
import { lockFolder } from '../storage/lock.ts';

const canMount =
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

/** Output of a command that sees a disk of this size (KiB) in place of a folder. */
async function onSmallDisk(
  folder: string,
  size: number,
  ...words: readonly string[]
): Promise<string> {
  const program = path.join(await bundledServer(), 'perfuse.mjs');
  const mount = `mount -t tmpfs -o size=${String(size)}k tmpfs "$0" && "$@"; ls "$0"`;
  const shell = ['--mount', 'sh', '-c', mount, folder, process.execPath, program, ...words];
  const { stdout, stderr } = spawnSync('unshare', shell, { encoding: 'utf8' });
  return stdout + stderr;
}

describe('a backup', () => {
  let directory: string;
  let file: string;
  let running: TestServer[];
  beforeEach(async () => {
    directory = await temporaryFolder();
    file = path.join(directory, 'perfuse.backup');
    running = [];
  });
  afterEach(async () => {
    for (const server of running) await server.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const data = (): string => path.join(directory, 'data');
  async function start(): Promise<TestServer> {
    const server = await startServer({ directory: data() });
    running.push(server);
    return server;
  }
  const stop = async (server: TestServer): Promise<void> => {
    running = running.filter((one) => one !== server);
    await server.stop();
  };
  const restore = (replaces = false) => restoreBackup(data(), file, { replaces });

  it('made while the server runs restores accounts after all data was lost', async () => {
    const first = await start();
    const { email, Token: token } = await person(first);
    const device = await guest(first);
    const key = first.app.installation.demoLicenceKey;
    expect((await writeBackup(data(), file)).bytes).toBeGreaterThan(0);
    const { email: later } = await person(first);
    await stop(first);
    await rm(data(), { recursive: true });

    await restore();
    const second = await start();
    expect(await signIn(second, email)).toMatchObject({ status: 200 });
    expect(await signIn(second, later)).toMatchObject({ status: 401 });
    expect(second.app.installation.demoLicenceKey).toBe(key);
    // Earlier sessions ended: a refresh token that was used since would be valid again.
    expect(await call(second, 'GET', '/analysis/users', { token })).toMatchObject({
      status: 401,
      body: { Code: 'ERR_SESSION_EXPIRED' },
    });
    // Those of guests' devices did not: they could not sign in again.
    expect((await call(second, 'POST', '/analysis/auths/renew', { body: device })).status).toBe(
      200,
    );
  });

  it('is one file that only its owner can read, and never overwrites another', async () => {
    await stop(await start());
    await writeBackup(data(), file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(directory)).sort()).toEqual(['data', 'perfuse.backup']);
    const before = await readFile(file);
    await expect(writeBackup(data(), file)).rejects.toThrow(/already exists/);
    expect((await readFile(file)).equals(before)).toBe(true);
    const nowhere = path.join(directory, 'nowhere/perfuse.backup');
    await expect(writeBackup(data(), nowhere)).rejects.toThrow(/There is no folder .*nowhere/);
  });

  it('restores the keys to where the server reads them', async () => {
    const secretsFile = path.join(directory, 'keys/perfuse.json');
    await stop(await start());
    await writeBackup(data(), file);
    const keys = await readFile(path.join(data(), 'secrets.json'), 'utf8');
    await rm(data(), { recursive: true });
    await restoreBackup(data(), file, { replaces: false, secretsFile });
    expect(JSON.parse(await readFile(secretsFile, 'utf8'))).toEqual(JSON.parse(keys));
    expect(await readdir(data())).not.toContain('secrets.json');
    await restoreBackup(data(), file, { replaces: true, secretsFile });

    // As if it were mounted read-only: there is nothing to add to it.
    await writeFile(`${secretsFile}.changing`, '');
    await restoreBackup(data(), file, { replaces: true, secretsFile });

    await rm(secretsFile);
    const others = await loadSecrets(data(), secretsFile);
    await expect(restoreBackup(data(), file, { replaces: true, secretsFile })).rejects.toThrow(
      /contains different secrets/,
    );
    expect(await readSecrets(secretsFile)).toEqual(others);
    expect(await readdir(data())).toContain('perfuse.sqlite');
  });

  it('restores nothing where the disk does not confirm it, not even the keys', async () => {
    const secretsFile = path.join(directory, 'keys/perfuse.json');
    const options = { replaces: false, secretsFile };
    await stop(await start());
    await writeBackup(data(), file);
    await rm(data(), { recursive: true });
    // A folder that the restore creates is removed with everything in it.
    await mkdir(data());
    const flush = (): void => {
      throw new Error('The disk does not answer.');
    };
    await expect(restoreBackup(data(), file, { ...options, flush })).rejects.toThrow(
      'The disk does not answer.',
    );
    expect(await readdir(path.dirname(secretsFile))).toEqual([]);
    expect(await readdir(data())).not.toContain(DATABASE_FILE);
    await restoreBackup(data(), file, options);
    expect(await readdir(data())).toContain(DATABASE_FILE);
  });

  it('does not restore a key that was removed since', async () => {
    await stop(await start());
    await writeBackup(data(), file);
    const keys = path.join(data(), SECRETS_FILE);
    const leaked = await readSecrets(keys);
    const rotated = await changeSecrets(keys, async (present) => {
      const next = await withNewKeys(present, ['signing'], Date.now());
      const secrets = withoutKeys(next, [leaked.signingKey.kid], Date.now() + 1);
      return { secrets, result: secrets };
    });
    const { aside } = await restore(true);
    expect(await readSecrets(keys)).toEqual(rotated);
    expect(await readSecrets(path.join(aside ?? '', SECRETS_FILE))).toEqual(rotated);
  });

  it('leaves everything unchanged when the restored database cannot be put in place', async () => {
    await stop(await start());
    await writeBackup(data(), file);
    await rm(data(), { recursive: true });
    const others = await loadSecrets(data());
    // Not a file, so that no link to it can be made.
    await mkdir(path.join(data(), DATABASE_FILE));
    await writeFile(path.join(data(), `${DATABASE_FILE}-wal`), 'a log');
    const before = await readdir(data());
    await expect(restore(true)).rejects.toThrow(/EPERM|EISDIR/);
    expect((await readdir(data())).filter((name) => name !== 'server.lock')).toEqual(before);
    expect(await readSecrets(path.join(data(), SECRETS_FILE))).toEqual(others);
    expect(await readFile(path.join(data(), `${DATABASE_FILE}-wal`), 'utf8')).toBe('a log');
  });

  it('leaves no folder behind when it is refused', async () => {
    await writeFile(file, 'no backup');
    await expect(
      restoreBackup(path.join(data(), 'new'), file, { replaces: false }),
    ).rejects.toThrow(/is not a Perfuse backup/);
    expect(await readdir(directory)).toEqual(['perfuse.backup']);
    await expect(
      restoreBackup(path.join(data(), 'new'), directory, { replaces: false }),
    ).rejects.toThrow(`There is no file ${directory}.`);
  });

  it.skipIf(!canMount)('reports a full disk as such, and leaves nothing on it', async () => {
    await stop(await start());
    const { bytes } = await writeBackup(data(), file);
    const small = path.join(directory, 'small');
    await mkdir(small);
    // Nothing else is printed: the disk is empty.
    const full = (name: string): RegExp =>
      new RegExp(`^perfuse \\w+: There is no space left for ${name}\\.\n$`);
    const copy = path.join(small, 'perfuse.backup');
    expect(await onSmallDisk(small, 300, 'backup', copy, '--data-dir', data())).toMatch(full(copy));
    // Too small for the copy; and large enough for it, but not for what it takes to change it.
    for (const size of [300, Math.ceil(bytes / 1024) + 8]) {
      const restoring = ['restore', file, '--data-dir', path.join(small, 'data')];
      const database = path.join(small, 'data', DATABASE_FILE);
      expect(await onSmallDisk(small, size, ...restoring), String(size)).toMatch(full(database));
    }
  });

  it('when restored removes the leftovers of a killed restore', async () => {
    await stop(await start());
    await writeBackup(data(), file);
    const left = path.join(data(), `${DATABASE_FILE}.partial-Ab12Cd`);
    await mkdir(left);
    await writeFile(path.join(left, DATABASE_FILE), 'health data');
    await restore(true);
    expect((await readdir(data())).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('is a consistent snapshot despite concurrent writes', async () => {
    const server = await start();
    const people = Promise.all(Array.from({ length: 4 }, () => person(server)));
    for (let round = 0; round < 4; round += 1) {
      await writeBackup(data(), path.join(directory, `${String(round)}.backup`));
      await setImmediate();
    }
    await people;
    await stop(server);
    for (let round = 0; round < 4; round += 1) {
      file = path.join(directory, `${String(round)}.backup`);
      await expect(restore(true)).resolves.toMatchObject({
        created: expect.any(Number) as unknown,
      });
    }
  });

  it('is not restored under a running server, nor over a database without --replace', async () => {
    const server = await start();
    const { email } = await person(server);
    await writeBackup(data(), file);
    await expect(restore()).rejects.toThrow(/--replace/);
    await expect(restore(true)).rejects.toThrow(/Stop it/);
    expect(await signIn(server, email)).toMatchObject({ status: 200 });
    await stop(server);
    const { aside } = await restore(true);
    expect(await readdir(aside ?? '')).toEqual(
      expect.arrayContaining(['perfuse.sqlite', 'secrets.json']),
    );
    expect(await signIn(await start(), email)).toMatchObject({ status: 200 });
  });

  it('is not made of a damaged database, on which no server starts; both report what SQLite found', async () => {
    const server = await start();
    const { email } = await person(server);
    await stop(server);
    const source = path.join(data(), 'perfuse.sqlite');
    const put = async (content: string | Buffer): Promise<void> => {
      for (const suffix of ['-wal', '-shm']) await rm(`${source}${suffix}`, { force: true });
      await writeFile(source, content);
    };
    const alter = (sql: string): void => {
      const database = new Libsql(source);
      database.exec(`pragma foreign_keys = off; ${sql}; pragma wal_checkpoint(truncate)`);
      database.close();
    };
    const refusal = async (work: () => unknown): Promise<string> => {
      try {
        await work();
      } catch (error) {
        if (error instanceof FolderError) return error.message;
      }
      return expect.fail('it was not refused');
    };
    const isRefused = async (problem: string): Promise<void> => {
      const lines = (first: string): unknown[] => [
        first,
        expect.stringContaining(problem),
        expect.stringContaining('Restore the latest backup'),
      ];
      expect((await refusal(() => writeBackup(data(), file))).split('\n')).toEqual(
        lines('The database is damaged, and no backup was made:'),
      );
      expect((await refusal(() => assertFolderIntegrity(data()))).split('\n')).toEqual(
        lines('The database is damaged:'),
      );
      await expect(start()).rejects.toThrow(FolderError);
      expect(await readdir(directory)).toEqual(['data']);
    };

    alter('select 1');
    const whole = await readFile(source);
    alter("update users set organisation_id = 'nowhere'");
    await isRefused('users: 1 without a matching row in organisations');
    await put(Buffer.from(whole).fill(0x5a, 8192, whole.length - 4096));
    await isRefused('database disk image is malformed');
    await put('no database at all, but long enough to be looked at as one'.repeat(99));
    await isRefused('file is not a database');

    await put(whole);
    await assertFolderIntegrity(data());
    expect(await signIn(await start(), email)).toMatchObject({ status: 200 });
  });

  it('that is damaged, truncated, not a backup, or of a newer version changes nothing when restored', async () => {
    const server = await start();
    const { email } = await person(server);
    await writeBackup(data(), file);
    await stop(server);
    const whole = await readFile(file);
    const spoil: readonly (() => Promise<void>)[] = [
      () => writeFile(file, 'no database at all'),
      () => writeFile(file, ''),
      () => truncate(file, Math.floor(whole.length / 8192) * 4096),
      () => writeFile(file, Buffer.from(whole).fill(0x5a, 8192, whole.length - 4096)),
      // A database of Perfuse that is no backup.
      async () => writeFile(file, await readFile(path.join(data(), 'perfuse.sqlite'))),
      () => {
        const database = new Libsql(file);
        database.exec("insert into kysely_migration values ('9999-future', '2030-01-01')");
        database.close();
        return Promise.resolve();
      },
      ...[
        // A changed file: a table or the list of applied migrations is missing.
        'drop table users',
        'drop table kysely_migration',
        'delete from kysely_migration',
        // Text that is not UTF-8, over which the driver ends the whole process: in a row and in the manifest.
        "update users set first_name = cast(x'ff41' as text)",
        "update perfuse_backup set format = cast(x'ff' as text)",
      ].map((change) => () => {
        const database = new Libsql(file);
        database.exec(change);
        database.close();
        return Promise.resolve();
      }),
      // The same in the names of columns and tables.
      ...['first_name', 'kysely_migration'].map((name) => () => {
        const [from, to] = [Buffer.from(name), Buffer.from(name)];
        to[3] = 0xff;
        const bytes = Buffer.from(whole);
        for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from)) to.copy(bytes, at);
        return writeFile(file, bytes);
      }),
    ];
    for (const damage of spoil) {
      await writeFile(file, whole);
      await damage();
      await expect(restore(true)).rejects.toThrow(FolderError);
      expect((await readdir(data())).filter((name) => /partial|replaced/.test(name))).toEqual([]);
    }
    expect(await signIn(await start(), email)).toMatchObject({ status: 200 });
  });

  it('does not revive links or codes that were sent before, and sends no message twice', async () => {
    const first = await start();
    const post = (server: TestServer, to: string, body: unknown) =>
      call(server, 'POST', to, { body });
    const { email } = await person(first);
    await post(first, '/api/resetPass', { email });
    const messages = (server: TestServer) => server.app.accounts.outbox.list(1000);
    const link = await until(
      async () => (await messages(first)).map(linkIn).find((token) => token !== ''),
      'a reset link',
    );
    const PhoneNumber = '+12025550100';
    const { organisationId } = first.app.installation;
    await first.app.accounts.people.createUser(organisationId, { phoneNumber: PhoneNumber });
    await post(first, '/analysis/auths/users/code', { PhoneNumber });
    const LoginCode = codeIn(await messageTo(first, PhoneNumber));
    // Webhook events carry their sequence number: they are sent, however late.
    await first.app.platform.jobs.store.add('webhook', 'held', {}, [{ id: 'event', payload: '' }]);
    await writeBackup(data(), file);
    await stop(first);

    await restore(true);
    const second = await start();
    expect(await messages(second)).toEqual([]);
    const events = await second.app.platform.jobs.store.list({ kinds: ['webhook'], limit: 9 });
    expect(events.map(({ id }) => id)).toEqual(['event']);
    const chosen = { token: link, password: 'Another-horse8' };
    expect(await post(second, '/api/resetPass/complete', chosen)).toMatchObject({ status: 400 });
    expect(
      await post(second, '/analysis/users/auth/code', { LoginCode, PhoneNumber }),
    ).toMatchObject({ status: 401 });
  });

  it('restores encryption keys that were retired since', async () => {
    await stop(await start());
    const keys = path.join(data(), SECRETS_FILE);
    await changeSecrets(keys, async (present) => ({
      secrets: await withNewKeys(present, ['encryption'], Date.now()),
      result: null,
    }));
    const { encryptionKeys } = await readSecrets(keys);
    await writeBackup(data(), file);
    await changeSecrets(keys, (present) =>
      Promise.resolve({
        secrets: withoutKeys(present, [FIRST_ENCRYPTION_KEY], Date.now()),
        result: null,
      }),
    );
    expect((await readSecrets(keys)).encryptionKeys).toHaveLength(1);
    await restore(true);
    expect((await readSecrets(keys)).encryptionKeys).toEqual(encryptionKeys);
  });

  it('is restored readable by the owner alone, and without secrets in the database', async () => {
    await stop(await start());
    await writeBackup(data(), file);
    const keys = path.join(data(), SECRETS_FILE);
    const { licenceSecret } = await readSecrets(keys);
    await rm(keys);
    const rights = async (name: string) => (await stat(name)).mode & 0o777;
    const restoring = restore(true);
    const seen = new Set<number | undefined>();
    for (let isOver = false; !isOver;) {
      const folder = readdirSync(data()).find((name) => name.includes('.partial-'));
      const draft = folder === undefined ? [] : [folder, path.join(folder, DATABASE_FILE)];
      for (const name of draft) {
        seen.add(statSync(path.join(data(), name), { throwIfNoEntry: false })?.mode);
      }
      isOver = await Promise.race([restoring.then(() => true), setImmediate(false)]);
    }
    seen.delete(undefined);
    expect(seen).toEqual(new Set([0o40700, 0o100600]));
    const { aside } = await restoring;
    expect(await rights(aside ?? '')).toBe(0o700);
    expect(await rights(keys)).toBe(0o600);
    const database = path.join(data(), DATABASE_FILE);
    expect((await readFile(file)).includes(licenceSecret)).toBe(true);
    expect((await readFile(database)).includes(licenceSecret)).toBe(false);

    const secretsFile = path.join(directory, 'keys/perfuse.json');
    await restoreBackup(data(), file, { replaces: true, secretsFile });
    expect(await rights(secretsFile)).toBe(0o600);
  });
});

describe('a store opened by a command', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await temporaryFolder();
    await (await startServer({ directory })).stop();
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  function alter(sql: string): void {
    const database = new Libsql(path.join(directory, 'perfuse.sqlite'));
    database.exec(sql);
    database.close();
  }

  it('is opened whether its folder is locked or not', async () => {
    await (await openOffline(directory)).close();
    const unlock = lockFolder(directory);
    await (await openOffline(directory)).close();
    unlock();
  });

  it('is not migrated while a server of another version runs', async () => {
    alter(
      'drop table audit; delete from kysely_migration where name = (select max(name) from kysely_migration)',
    );
    const unlock = lockFolder(directory);
    await expect(openOffline(directory)).rejects.toThrow(/older than this command/);
    unlock();
  });

  it('is refused when a newer version wrote it', async () => {
    alter("insert into kysely_migration values ('9999-future', '2030-01-01')");
    await expect(openOffline(directory)).rejects.toThrow(/newer version/);
  });
});
