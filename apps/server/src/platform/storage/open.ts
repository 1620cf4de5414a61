// SPDX-License-Identifier: Apache-2.0
import process from 'node:process';
import type { Logger } from 'pino';
import type { Configuration } from '../config/configuration.ts';
import { codeOf } from '../telemetry/error-code.ts';
import { openStorage } from './embedded-storage.ts';
import { openSharedStorage } from './shared-storage.ts';
import type { Storage } from './storage.ts';

const BYTES_PER_MB = 1024 * 1024;

/**
 * Opens the configured store: PostgreSQL if DATABASE_URL is set, else SQLite in the data folder.
 * @param now clock of this machine; servers that share a database use the database's.
 */
export function openConfiguredStorage(
  configuration: Pick<
    Configuration,
    'DATABASE_URL' | 'PERFUSE_DATA_DIR' | 'PERFUSE_DATABASE_CONNECTIONS' | 'PERFUSE_DATABASE_MAX_MB'
  >,
  log: Logger,
  now?: () => number,
): Promise<Storage> {
  const { DATABASE_URL: url, PERFUSE_DATA_DIR: directory } = configuration;
  if (url === undefined) {
    const { PERFUSE_DATABASE_MAX_MB: most } = configuration;
    return openStorage(directory, {
      maxBytes: most === undefined ? undefined : most * BYTES_PER_MB,
      now,
      onCheck: () => log.info('checking the whole database, as it was not closed cleanly'),
      onError: (error) =>
        log.warn({ code: codeOf(error) }, 'the write-ahead log could not be checkpointed'),
      onLost: (error) => {
        log.fatal({ err: error.cause }, error.message);
        process.stderr.write(`Perfuse stopped: ${error.message} Check the disk.\n`);
        process.exit(1);
      },
    });
  }
  return openSharedStorage({
    url,
    connections: configuration.PERFUSE_DATABASE_CONNECTIONS,
    onError: (error) => log.warn({ code: codeOf(error) }, 'a database connection was lost'),
    onWait: () =>
      log.warn(
        'waiting to start: for another server that is starting, a migration, or transactions that use the tables',
      ),
  });
}
