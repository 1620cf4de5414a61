// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { EXIT, failureOf } from './failure.ts';

it('reports a lost database in one line, and an internal error with its stack', () => {
  const lost = new Error('Connection terminated unexpectedly');
  expect(failureOf(lost)).toEqual({
    code: 'DATABASE',
    message:
      'The database connection was lost: Connection terminated unexpectedly. Run the command again.',
    exit: EXIT.failed,
  });
  expect(failureOf(new Error('wrong'))).toEqual({
    code: 'FAILED',
    message: expect.stringMatching(/^Error: wrong\n +at /) as unknown,
    exit: EXIT.failed,
  });
});

it('explains a full disk, whose error names neither the database nor what to do', () => {
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  expect(failureOf(full)).toEqual({
    code: 'DATABASE',
    message:
      'There is no space left for the database (database or disk is full). Free space on its disk, or raise PERFUSE_DATABASE_MAX_MB, and run the command again.',
    exit: EXIT.failed,
  });
});
