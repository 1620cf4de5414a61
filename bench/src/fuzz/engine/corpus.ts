// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Size limit of the stored corpus of one target, characters. */
const MAX_CHARACTERS = 48_000;

const fileOf = (folder: string, target: string): string => path.join(folder, `${target}.txt`);

/** One input per line, as base64. */
export function readCorpus(folder: string, target: string): Uint8Array[] {
  const file = fileOf(folder, target);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => new Uint8Array(Buffer.from(line, 'base64')));
}

/** Stores the smallest inputs of a corpus that is too large to be stored whole. */
export function writeCorpus(folder: string, target: string, inputs: readonly Uint8Array[]): void {
  const lines: string[] = [];
  let characters = 0;
  for (const input of inputs.toSorted((a, b) => a.length - b.length)) {
    const line = Buffer.from(input).toString('base64');
    characters += line.length + 1;
    if (characters > MAX_CHARACTERS) break;
    if (line !== '') lines.push(line);
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(folder, target), `${lines.toSorted().join('\n')}\n`);
}

/** Stores an input that broke a rule. @returns its file. */
export function keepFinding(folder: string, target: string, input: Uint8Array): string {
  const name = createHash('sha256').update(input).digest('hex').slice(0, 12);
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${target}-${name}.bin`);
  writeFileSync(file, input);
  return file;
}
