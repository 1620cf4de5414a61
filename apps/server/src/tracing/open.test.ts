// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { activeSpan, NO_TRACING, traced, tracedPart } from './span.ts';

const SOURCES = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

test('only one file names the libraries, and only where a collector is named is it loaded', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(path.join(SOURCES, file), 'utf8') }));
  const naming = (text: string): readonly string[] =>
    files.filter((one) => one.text.includes(text)).map(({ file }) => file);
  expect(naming("from '@opentelemetry/")).toEqual([path.join('tracing', 'open-telemetry.ts')]);
  expect(naming("from './open-telemetry.ts'")).toEqual([]);
  expect(naming("import('./open-telemetry.ts')")).toEqual([path.join('tracing', 'open.ts')]);
});

test('without tracing the work is done all the same, and belongs to nothing', async () => {
  const work = (): Promise<unknown> => Promise.resolve(activeSpan());
  expect(await traced(NO_TRACING, { name: 'x' }, work)).toBeUndefined();
  expect(await tracedPart({ name: 'x' }, work)).toBeUndefined();
  const failing = traced(NO_TRACING, { name: 'x' }, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
});
