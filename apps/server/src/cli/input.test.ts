// SPDX-License-Identifier: Apache-2.0
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askPassword, confirm } from './input.ts';

/** A terminal on which somebody types these lines, one per prompt. */
function typing(...lines: readonly string[]) {
  const [stdin, stderr] = [new PassThrough(), new PassThrough()].map((stream) =>
    Object.assign(stream, { isTTY: true }),
  );
  if (stdin === undefined || stderr === undefined) throw new Error('no streams');
  const left = [...lines];
  let screen = '';
  stderr.on('data', (part: Buffer) => {
    const text = part.toString();
    screen += text;
    // Readline places the cursor behind its question.
    if (/: (?:\u001b\[\d+G)?$/.test(text))
      setImmediate(() => stdin.write(`${left.shift() ?? ''}\r`));
  });
  const terminal = { environment: {}, stdin, stdout: new PassThrough(), stderr };
  return { terminal, screen: () => screen };
}

test('a password is prompted for twice and never echoed', async () => {
  const { terminal, screen } = typing('Correct-horse7', 'Correct-horse7');
  expect(await askPassword(terminal)).toBe('Correct-horse7');
  expect(screen()).toBe('Password: \nRepeat the password: \n');
});

test('two passwords that differ are refused', async () => {
  const { terminal } = typing('Correct-horse7', 'Correct-horse8');
  await expect(askPassword(terminal)).rejects.toThrow('the passwords do not match');
});

test('a question stays on the screen', async () => {
  const { terminal, screen } = typing('yes');
  await confirm(terminal, 'All is lost.', false);
  const [cleared = '', ...more] = screen().split('\u001b[0J').toReversed();
  expect(more).not.toEqual([]);
  expect(cleared).toContain('All is lost. This cannot be undone. Type yes: ');
});

test('only yes confirms an irreversible change', async () => {
  await confirm(typing('yes').terminal, 'All is lost.', false);
  for (const word of ['y', 'no', '']) {
    const { terminal } = typing(word);
    await expect(confirm(terminal, 'All is lost.', false)).rejects.toThrow('not confirmed');
  }
});
