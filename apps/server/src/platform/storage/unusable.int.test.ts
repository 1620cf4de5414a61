// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundledServer } from '../../testing/bundled.ts';
import { runCommand } from '../../testing/command.ts';
import { temporaryFolder } from '../../testing/server.ts';
import { DATABASE_FILE } from './database.ts';
import { openStorage } from './embedded-storage.ts';
import { FolderInUseError, lockFolder } from './lock.ts';
import { asFileError } from './unusable.ts';

const NOBODY = 65_534;

/** Output of a command that is run by an account that owns nothing. */
async function asNobody(directory: string, ...words: readonly string[]): Promise<string> {
  const program = path.join(await bundledServer(), 'perfuse.mjs');
  const child = spawn(process.execPath, [program, ...words], {
    env: { PERFUSE_DATA_DIR: directory },
    uid: NOBODY,
    gid: NOBODY,
  });
  const ended = once(child, 'close');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return output + errors;
}

describe('a folder that cannot be used', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await temporaryFolder();
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('is not reported as in use when its lock file is damaged', async () => {
    await writeFile(path.join(directory, 'server.lock'), 'no database at all'.repeat(300));
    expect(() => lockFolder(directory)).toThrow('file is not a database');
    expect(() => lockFolder(directory)).not.toThrow(FolderInUseError);
  });

  it('is reported where no folder can be made', async () => {
    const program = path.join(await bundledServer(), 'perfuse.mjs');
    const PERFUSE_DATA_DIR = '/proc/perfuse/data';
    const child = spawn(process.execPath, [program, 'init'], { env: { PERFUSE_DATA_DIR } });
    const ended = once(child, 'close');
    expect(await text(child.stderr)).toContain(
      'PERFUSE_DATA_DIR cannot be used: /proc/perfuse cannot be created.',
    );
    await ended;
  });

  it('is reported when it is a file', async () => {
    const file = path.join(directory, 'file');
    await writeFile(file, '');
    await expect(openStorage(file)).rejects.toThrow(
      `PERFUSE_DATA_DIR cannot be used: ${file} is not a folder.`,
    );
  });

  it('is reported when its path is too long for the database', async () => {
    const part = 'a'.repeat(240);
    const most = path.join(directory, part, part).slice(0, 504 - '/perfuse.sqlite'.length);
    await (await openStorage(most)).close();
    const file = path.join(`${most}b`, DATABASE_FILE);
    await expect(openStorage(`${most}b`)).rejects.toThrow(
      `PERFUSE_DATA_DIR cannot be used: ${file} is longer than the 504 bytes that SQLite takes.`,
    );
  });

  it.each([
    ['SQLITE_FULL', 'there is no space left for /srv/perfuse/perfuse.sqlite.'],
    ['ENOSPC', 'there is no space left for /srv/perfuse/perfuse.sqlite.'],
    ['SQLITE_IOERR_SHMSIZE', 'the disk of /srv/perfuse is full or failing (SQLITE_IOERR_SHMSIZE).'],
    ['EROFS', '/srv/perfuse/perfuse.sqlite is on a read-only file system.'],
  ])('is reported with the error of its disk: %s', (code, reason) => {
    const error = Object.assign(new Error('no'), { code });
    const wrapped = new Error('The database could not be migrated.', { cause: error });
    for (const one of [error, wrapped]) {
      expect(asFileError('/srv/perfuse/perfuse.sqlite', one)).toMatchObject({
        message: `PERFUSE_DATA_DIR cannot be used: ${reason}`,
      });
    }
  });

  describe.skipIf(process.geteuid?.() !== 0)('by this account', () => {
    const theirs = (part: string): string =>
      `this account (uid ${String(NOBODY)}) may not use ${part}, which belongs to uid 0.`;
    beforeEach(async () => {
      await runCommand(['init'], { directory });
    });

    it('is not reported as empty', async () => {
      await chmod(directory, 0o700);
      for (const words of [['status'], ['check'], ['backup', '/tmp/never']]) {
        expect(await asNobody(directory, ...words)).toBe(
          `perfuse ${words[0] ?? ''}: PERFUSE_DATA_DIR cannot be used: ${theirs(directory)} Use the server's account, or make it the owner (chown).\n`,
        );
      }
      expect(await asNobody(path.join(directory, 'new'), 'init')).toContain(theirs(directory));
      const found = await asNobody(directory, 'doctor');
      expect(found).toContain(`database.reachable: The database in ${directory} cannot be opened`);
      expect(found).not.toContain('does not exist yet');
    });

    it('is reported with the file in it that belongs to another account', async () => {
      for (const name of ['.', ...(await readdir(directory))]) {
        await chown(path.join(directory, name), NOBODY, NOBODY);
      }
      for (const name of ['server.lock', DATABASE_FILE, `${DATABASE_FILE}-wal`, 'secrets.json']) {
        const file = path.join(directory, name);
        // The log is there unless the last command's connection was closed in time.
        await appendFile(file, '');
        await chown(file, 0, 0);
        expect(await asNobody(directory, 'init')).toContain(theirs(file));
        await chown(file, NOBODY, NOBODY);
      }
    });

    it('is reported when its owner may not write to it', async () => {
      for (const name of ['.', ...(await readdir(directory))]) {
        await chown(path.join(directory, name), NOBODY, NOBODY);
      }
      await chmod(directory, 0o500);
      for (const command of ['init', 'status']) {
        expect(await asNobody(directory, command)).toBe(
          `perfuse ${command}: PERFUSE_DATA_DIR cannot be used: this account owns ${directory} but may not change it (chmod u+rwX).\n`,
        );
      }
    });

    it('keeps its owner when root works in it', async () => {
      const theirs = path.join(directory, 'theirs');
      await mkdir(theirs);
      await chown(theirs, NOBODY, NOBODY);
      await runCommand(['init'], { directory: theirs });
      const file = path.join(directory, 'perfuse.backup');
      await runCommand(['backup', file], { directory: theirs });
      await runCommand(['restore', file, '--replace', '--yes'], { directory: theirs });
      const restored = path.join(directory, 'restored');
      await mkdir(restored);
      await chown(restored, NOBODY, NOBODY);
      await runCommand(['restore', file], { directory: restored });
      for (const folder of [theirs, restored]) {
        const names = await readdir(folder, { recursive: true });
        const owners = names.map(async (name) => (await stat(path.join(folder, name))).uid);
        expect(names).toContain(DATABASE_FILE);
        expect(new Set(await Promise.all(owners))).toEqual(new Set([NOBODY]));
      }
      expect((await readdir(theirs)).filter((name) => name.startsWith('replaced'))).toHaveLength(1);
    });
  });
});
