// SPDX-License-Identifier: Apache-2.0
/**
 * Files that an operator restores: a backup with bytes changed, cut or spliced, and one with a false manifest. A
 * refused backup gives a clear message and changes nothing; a server starts on an accepted one.
 *
 * An input is a list of changes to a valid backup, so that it stays small: `at HEX` over bytes, `cut N`, `manifest
 * JSON`, `sql STATEMENT`.
 */
import { cpSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FolderError, openOffline } from '@perfuse/server/internal/platform/storage/offline';
import { openSqlite } from '@perfuse/server/internal/platform/storage/sqlite';
import { restoreBackup, writeBackup } from '@perfuse/server/internal/platform/backup/backup';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { bytesOf, textOf } from '../engine/bytes.ts';
import type { Random } from '../engine/random.ts';
import { MAX_BYTES, type Material } from '../engine/mutate.ts';
import { assertThat, resultOrRefusal } from '../engine/oracle.ts';
import type { Target } from '../engine/target.ts';
import { startServer } from '../fixture/server.ts';

const MAX_CHANGES = 8;
/** Bytes are changed in the header alone: text that is no longer UTF-8 aborts the driver, and so the process. */
const HEADER_BYTES = 100;
const TABLES = [
  'kysely_migration',
  'measurements',
  'users',
  'devices',
  'organisations',
  'perfuse_backup',
];

const COLUMNS = ['name', 'id', 'first_name', 'timestamp', 'secrets', 'identifier', 'created'];

/** Backup of a server that has run. @returns its file. */
async function soundBackup(folder: string): Promise<string> {
  const file = path.join(folder, 'sound.backup');
  const server = await startServer();
  await writeBackup(server.directory, file);
  await server.stop();
  return file;
}

function apply(file: string, line: string): void {
  const [, word = '', rest = ''] = /^(\w+) ?([\s\S]*)$/.exec(line) ?? [];
  const number = Math.abs(Math.trunc(Number(/^\d{1,9}/.exec(rest)?.[0] ?? 0)));
  if (word === 'cut') {
    truncateSync(file, number % (readFileSync(file).length + 1));
    return;
  }
  if (word === 'at') {
    const bytes = readFileSync(file);
    if (bytes.length === 0) return;
    const place = number % Math.min(bytes.length, HEADER_BYTES);
    Buffer.from(rest.replace(/^\d+ ?/, ''), 'hex').copy(bytes, place);
    writeFileSync(file, bytes);
    return;
  }
  // An input must not write other files, nor text that is not UTF-8, on which the driver aborts.
  if (word === 'sql' && /attach|vacuum|pragma|cast/i.test(rest)) return;
  const [statement, values] =
    word === 'manifest' ? ['update perfuse_backup set secrets = ?', [rest]] : [rest, []];
  try {
    const database = openSqlite(file, { journal: 'delete' });
    try {
      database.prepare(statement).run(values);
    } finally {
      database.close();
    }
  } catch {
    // An invalid statement, or no longer a database: the file stays unchanged.
  }
}

function newChange(random: Random): string {
  const table = random.pick(TABLES);
  return random.pick([
    `at ${String(random.below(400_000))} ${random.pick(['00', 'ff', 'ffffffff', '0d00000001'])}`,
    `at ${String(random.below(100))} ${random.pick(['00', 'ff', '7f', '02'])}`,
    `cut ${String(random.below(400_000))}`,
    'manifest {}',
    'manifest {"__proto__":1}',
    `sql drop table ${table}`,
    `sql delete from ${table}`,
    'sql update perfuse_backup set format = 2',
    'sql update perfuse_backup set created = -1',
    'sql insert into perfuse_backup select * from perfuse_backup',
    `sql update ${table} set ${random.pick(COLUMNS)} = ''`,
    'sql update perfuse_backup set secrets = cast(secrets as blob)',
    `sql create trigger t after update on ${table} begin delete from users; end`,
    `sql create view v as select * from ${table}`,
    `sql alter table ${table} add column zq text not null default 1`,
  ]);
}

function mutateChanges(input: Uint8Array, { random, others }: Material): Uint8Array {
  const lines = textOf(input).split('\n');
  const kind = random.below(4);
  if (kind === 0) lines.splice(random.below(lines.length), 1);
  else if (kind === 1 && others.length > 0) lines.push(...textOf(random.pick(others)).split('\n'));
  else lines.splice(random.below(lines.length + 1), 0, newChange(random));
  return bytesOf(lines.slice(0, MAX_CHANGES).join('\n')).slice(0, MAX_BYTES);
}

export async function openBackup(): Promise<Target> {
  const { path: folder, remove } = temporaryDirectory('fuzz-backup');
  const sound = await soundBackup(folder);
  return {
    seeds: [
      'at 0 53',
      'cut 100',
      'cut 40960',
      'manifest {}',
      'sql select 1',
      'sql drop table users',
    ].map(bytesOf),
    words: ['at ', 'cut ', 'manifest ', 'sql ', ...TABLES],
    mutate: mutateChanges,
    close: () => {
      remove();
      return Promise.resolve();
    },
    run: async (input) => {
      const file = path.join(folder, 'given.backup');
      const target = path.join(folder, 'data');
      cpSync(sound, file);
      for (const line of textOf(input).split('\n').slice(0, MAX_CHANGES)) apply(file, line);
      const before = readFileSync(file);
      try {
        const restored = await resultOrRefusal(
          () => restoreBackup(target, file, { replaces: false }),
          (error) => error instanceof FolderError,
        );
        assertThat(readFileSync(file).equals(before), 'restoring leaves the backup as it was');
        if (restored === undefined) {
          assertThat(
            !existsSync(path.join(target, 'secrets.json')),
            'a refusal leaves no secrets behind',
          );
          return;
        }
        const { close } = await openOffline(target);
        await close();
      } finally {
        rmSync(target, { recursive: true, force: true });
        for (const suffix of ['', '-wal', '-shm', '-journal'])
          rmSync(`${file}${suffix}`, { force: true });
      }
    },
  };
}
