// SPDX-License-Identifier: Apache-2.0
import type { Logger } from 'pino';
import type { Configuration } from '../configuration/configuration.ts';
import { openStorage } from './embedded-storage.ts';
import { openSharedStorage } from './shared-storage.ts';
import type { Storage } from './storage.ts';

/** The code of a failure, such as ECONNREFUSED or 57P01; a message could hold the address. */
const codeOf = (error: Error): unknown => Reflect.get(error, 'code');

/** Opens the store that is configured: PostgreSQL where DATABASE_URL names one, else SQLite in the data folder. */
export function openConfiguredStorage(
  configuration: Pick<
    Configuration,
    'DATABASE_URL' | 'PERFUSE_DATA_DIR' | 'PERFUSE_DATABASE_CONNECTIONS'
  >,
  log: Logger,
): Promise<Storage> {
  const { DATABASE_URL: url, PERFUSE_DATA_DIR: directory } = configuration;
  if (url === undefined) return openStorage(directory);
  return openSharedStorage({
    url,
    connections: configuration.PERFUSE_DATABASE_CONNECTIONS,
    onError: (error) => log.warn({ code: codeOf(error) }, 'a database connection broke'),
  });
}
