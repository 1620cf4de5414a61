// SPDX-License-Identifier: Apache-2.0
import path from 'node:path';
import { expect, it } from 'vitest';
import { dataLocation } from './location.ts';

it('names the PostgreSQL database without the account and its password', () => {
  const DATABASE_URL = 'postgres://someone:secret@db.example:5433/perfuse?sslmode=verify-full';
  const location = dataLocation({ DATABASE_URL, PERFUSE_DATA_DIR: './data' });
  expect(location).toBe('PostgreSQL at db.example:5433/perfuse');
});

it('names the folder where there is no PostgreSQL', () => {
  expect(dataLocation({ DATABASE_URL: undefined, PERFUSE_DATA_DIR: './data' })).toBe(
    path.resolve('data'),
  );
});
