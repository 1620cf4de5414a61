// SPDX-License-Identifier: Apache-2.0
/** Commands for the storage of the data: SQLite in a folder, or PostgreSQL. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from '@perfuse/contract/schema';
import type { Configuration } from '../../platform/config/configuration.ts';
import { secretsFile } from '../../platform/crypto/secrets.ts';
import type { Counts } from '../../platform/storage/copy.ts';
import { moveToFolder, moveToServer } from '../../platform/backup/move.ts';
import { UsageError } from '../failure.ts';
import { table } from '../output.ts';
import { examples, handleWithoutStore } from '../perform.ts';
import type { TerminalCommand } from '../terminal.ts';

const TARGETS = ['postgres', 'sqlite'] as const;
type Target = (typeof TARGETS)[number];

/**
 * The address contains a password, so it is read from the environment and is not an argument that others could see.
 */
function databaseOf({ DATABASE_URL }: Configuration): string {
  if (DATABASE_URL !== undefined) return DATABASE_URL;
  throw new UsageError('set DATABASE_URL (or DATABASE_URL_FILE) to the PostgreSQL database');
}

const whatNow = (to: Target, configuration: Configuration): string => {
  const { PERFUSE_DATA_DIR: directory, PERFUSE_SECRETS_FILE: named } = configuration;
  const file = path.resolve(secretsFile(directory, named));
  // In a new folder there are none: they are where the servers on PostgreSQL read them.
  const secrets = existsSync(file)
    ? `PERFUSE_SECRETS_FILE=${file}`
    : 'PERFUSE_SECRETS_FILE set to the file of the earlier servers';
  return to === 'postgres'
    ? `Start servers with this DATABASE_URL and ${secrets}. The SQLite database is unchanged.`
    : `Start one server without DATABASE_URL and with ${secrets}. The PostgreSQL database is unchanged.`;
};

export function addStorage(program: TerminalCommand): void {
  const group = program.command('storage').description('the database');
  const move = group
    .command('move')
    .description(
      'copy all data from SQLite in the data folder to PostgreSQL (DATABASE_URL), or back; stop every server first',
    )
    .requiredOption('--to <database>', TARGETS.join(' or '));
  handleWithoutStore(move, z.object({ to: z.enum(TARGETS) }), async ({ to }, configuration) => {
    const directory = configuration.PERFUSE_DATA_DIR;
    const url = databaseOf(configuration);
    const rows: Counts =
      to === 'postgres' ? await moveToServer(directory, url) : await moveToFolder(url, directory);
    const lines = Object.entries(rows).filter(([, count]) => count > 0);
    const text = `${table(['table', 'rows'], lines, 'There was no data.')}\n${whatNow(to, configuration)}`;
    return { result: { to, rows }, text };
  });
  examples(
    move,
    'DATABASE_URL=postgres://perfuse@db/perfuse perfuse storage move --to postgres',
    'DATABASE_URL_FILE=/run/secrets/database perfuse storage move --to sqlite --data-dir ./data',
  );
}
