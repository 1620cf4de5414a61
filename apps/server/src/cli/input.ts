// SPDX-License-Identifier: Apache-2.0
/** What a command reads besides its arguments. Secrets never come as arguments: other people see those. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from './failure.ts';

/** npm starts scripts in the package's folder and keeps the person's own in INIT_CWD. */
export const fromHere = (file: string): string =>
  path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file);

async function standardInput(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) {
    parts.push(Buffer.isBuffer(part) ? part : Buffer.from(String(part)));
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Text of a file; `-` is standard input. */
export const readText = (file: string): Promise<string> =>
  file === '-' ? standardInput() : Promise.resolve(readFileSync(fromHere(file), 'utf8'));

/** @throws UsageError when the file holds no JSON. */
export async function readJson(file: string): Promise<unknown> {
  const text = await readText(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    throw new UsageError(`${file === '-' ? 'standard input' : file} holds no JSON: ${why}`);
  }
}

/** The first line of standard input. @throws UsageError when it is empty. */
export async function readSecret(): Promise<string> {
  const [line = ''] = (await standardInput()).split(/\r?\n/);
  if (line === '') throw new UsageError('nothing came in on standard input');
  return line;
}

const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Asks on the terminal; what is typed is shown unless it is a secret. */
async function ask(question: string, isSecret: boolean): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = isSecret ? nowhere : process.stderr;
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    if (isSecret) process.stderr.write('\n');
  }
}

/** @throws UsageError where nobody can be asked. */
export async function askPassword(): Promise<string> {
  if (!canAsk()) {
    throw new UsageError('nobody can be asked for the password here: see --help for other ways');
  }
  const first = await ask('Password: ', true);
  if (first !== (await ask('The same again: ', true))) {
    throw new UsageError('the passwords differ');
  }
  return first;
}

/** Lets a person confirm what cannot be undone. @throws UsageError when they do not, or cannot be asked. */
export async function confirm(what: string, isSure: boolean | undefined): Promise<void> {
  if (isSure === true) return;
  if (!canAsk()) throw new UsageError(`${what} This cannot be undone: confirm it with --yes.`);
  const typed = await ask(`${what} This cannot be undone. Type yes: `, false);
  if (typed.trim() !== 'yes') throw new UsageError('not confirmed, nothing was changed');
}
