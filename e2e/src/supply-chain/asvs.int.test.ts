// SPDX-License-Identifier: Apache-2.0
/** The checklist of docs/asvs.md names what is there, and every requirement once. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const text = readFileSync(path.join(ROOT, 'docs/asvs.md'), 'utf8');
const rows = text
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, numbers = '', , state = '', evidence = '']) => ({
    numbers: numbers.split(', '),
    state: state.replaceAll('*', ''),
    evidence,
  }));

/** Requirements of levels 1 and 2 of version 5.0.0, by chapter. */
const CHAPTERS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

test('every file it names exists', () => {
  const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|[\w-]*\.[a-zA-Z]+)`/g)];
  const paths = named.map((match) => String(match[1]));
  expect(paths.length).toBeGreaterThan(150);
  expect(paths.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});

test('it has each requirement of levels 1 and 2 once, and counts them right', () => {
  const numbers = rows.flatMap((row) => row.numbers);
  expect(new Set(numbers).size).toBe(numbers.length);
  const perChapter = CHAPTERS.map(
    (_count, at) => numbers.filter((number) => number.startsWith(`${String(at + 1)}.`)).length,
  );
  expect(perChapter).toEqual(CHAPTERS);
  const count = (state: string): number =>
    rows.filter((row) => row.state === state).reduce((sum, row) => sum + row.numbers.length, 0);
  const [met, partly, notMet, not] = ['met', 'partly', 'not met', 'n/a'].map(count);
  expect(text.replaceAll('\n', ' ')).toContain(
    `${String(met)} met, ${String(partly)} partly, ${String(notMet)} not met, ${String(not)} not applicable, of ${String(numbers.length)}.`,
  );
});

test('what is met names its evidence, and what is not its reason', () => {
  expect(rows.filter(({ evidence }) => evidence === '')).toEqual([]);
});
