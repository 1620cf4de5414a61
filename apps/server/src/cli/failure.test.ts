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
