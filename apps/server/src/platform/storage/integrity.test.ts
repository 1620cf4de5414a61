// SPDX-License-Identifier: Apache-2.0
import Libsql from 'libsql';
import { countingTurns } from '@perfuse/testing/waiting';
import { expect, it } from 'vitest';
import { assertText } from './integrity.ts';

it('handles signals while it reads every text of a database', async () => {
  const database = new Libsql(':memory:');
  database.exec(`create table words (word text);
    with recursive numbers(n) as (values (1) union all select n + 1 from numbers where n < 5000)
      insert into words select 'word' from numbers`);
  const { turns } = await countingTurns(() => assertText(database));
  database.close();
  // Each thousand texts.
  expect(turns).toBeGreaterThanOrEqual(5);
});
