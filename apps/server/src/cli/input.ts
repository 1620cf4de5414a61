// SPDX-License-Identifier: Apache-2.0
/** Input of a command besides its arguments. Secrets are never arguments, which other users of the machine can see. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { z } from '@perfuse/contract/schema';
import { visible } from '@perfuse/contract/words';
import { UsageError } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** A name that is not blank, so that people can read it and commands accept it. */
export const nameText = z.string().check(z.regex(/\S/, 'must not be empty'), visible);

/** The digits of a number of rows, from `min` on. */
export const wholeNumber = (min: 0 | 1) =>
  z.pipe(
    z
      .string()
      .check(
        z.regex(
          min === 0 ? /^\d{1,9}$/ : /^[1-9]\d{0,8}$/,
          `must be a whole number from ${String(min)} to 999999999`,
        ),
      ),
    z.transform(Number),
  );

/** Resolves a path of the user. npm starts scripts in the package's folder; the user's own is in INIT_CWD. */
export const fromHere = ({ environment }: Terminal, file: string): string =>
  path.resolve(environment['INIT_CWD'] ?? process.cwd(), file);

async function standardInput({ stdin }: Terminal): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stdin) {
    parts.push(Buffer.isBuffer(part) ? part : Buffer.from(String(part)));
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Reads the text of a file; `-` is standard input. */
export const readText = (terminal: Terminal, file: string): Promise<string> =>
  file === '-'
    ? standardInput(terminal)
    : Promise.resolve(readFileSync(fromHere(terminal, file), 'utf8'));

/** @throws UsageError when the file holds no JSON. */
export async function readJson(terminal: Terminal, file: string): Promise<unknown> {
  const text = await readText(terminal, file);
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    throw new UsageError(`${file === '-' ? 'standard input' : file} is not valid JSON: ${why}`);
  }
}

/** The first line of standard input. @throws UsageError when it is empty. */
export async function readSecret(terminal: Terminal): Promise<string> {
  const [line = ''] = (await standardInput(terminal)).split(/\r?\n/);
  if (line === '') throw new UsageError('the first line of standard input is empty');
  return line;
}

const canAsk = ({ stdin, stderr }: Terminal): boolean =>
  stdin.isTTY === true && stderr.isTTY === true;

/** Prompts on the terminal; the input is echoed unless it is a secret. */
async function ask(
  { stdin, stderr }: Terminal,
  question: string,
  isSecret: boolean,
): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = isSecret ? nowhere : stderr;
  // From here on, the terminal itself echoes nothing.
  const lines = createInterface({ input: stdin, output, terminal: true });
  try {
    if (isSecret) stderr.write(question);
    // Readline clears its line first: it would erase a question that was written before.
    return await lines.question(isSecret ? '' : question);
  } finally {
    lines.close();
    if (isSecret) stderr.write('\n');
  }
}

/** @throws UsageError if there is no terminal to prompt on. */
export async function askPassword(terminal: Terminal): Promise<string> {
  if (!canAsk(terminal)) {
    throw new UsageError(
      'cannot prompt for the password without a terminal: see --help for other ways',
    );
  }
  const first = await ask(terminal, 'Password: ', true);
  if (first !== (await ask(terminal, 'Repeat the password: ', true))) {
    throw new UsageError('the passwords do not match');
  }
  return first;
}

/** Asks the user to confirm what cannot be undone. @throws UsageError if they do not, or cannot be asked. */
export async function confirm(
  terminal: Terminal,
  what: string,
  isSure: boolean | undefined,
): Promise<void> {
  if (isSure === true) return;
  if (!canAsk(terminal))
    throw new UsageError(`${what} This cannot be undone: confirm it with --yes.`);
  const typed = await ask(terminal, `${what} This cannot be undone. Type yes: `, false);
  if (typed.trim() !== 'yes') throw new UsageError('not confirmed, nothing was changed');
}
