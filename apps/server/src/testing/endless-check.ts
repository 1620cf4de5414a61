// SPDX-License-Identifier: Apache-2.0
import Libsql from 'libsql';

/** Adds a rule to a database that takes SQLite some 10^12 comparisons when it checks the database. */
export function makeCheckEndless(file: string): void {
  const database = new Libsql(file);
  const never = `instr(hex(zeroblob(2000000)), hex(zeroblob(1000000)) || '1') = 0`;
  database.exec(`create table slow (text text check (${never}));
    pragma ignore_check_constraints = on;
    insert into slow values ('')`);
  database.close();
}
