// SPDX-License-Identifier: Apache-2.0
import path from 'node:path';
import type { Configuration } from '../config/configuration.ts';

/** Where a PostgreSQL database is, without the account and its password. */
export function serverLocation(url: string): string {
  const { host, pathname } = new URL(url);
  return `PostgreSQL at ${host}${pathname}`;
}

/** Where the data of an installation is: a PostgreSQL database or the folder of SQLite. */
export function dataLocation(
  configuration: Pick<Configuration, 'DATABASE_URL' | 'PERFUSE_DATA_DIR'>,
): string {
  const { DATABASE_URL: url, PERFUSE_DATA_DIR: folder } = configuration;
  return url === undefined ? path.resolve(folder) : serverLocation(url);
}
