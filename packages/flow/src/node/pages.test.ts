// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PHASES } from '../measurement/phases.ts';
import { referencePages } from './pages.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

describe('the printed reference pages', async () => {
  const pages = await referencePages(root);

  it.each(pages)('$file is current: else run "npm run flow:print"', async ({ file, text }) => {
    expect(await readFile(path.join(root, file), 'utf8')).toBe(text);
  });

  it('show every phase as a state of its own', () => {
    const drawn = (pages[0]?.text ?? '').matchAll(/state "([^"]+)" as/g);
    expect([...drawn].map(([, name]) => name)).toEqual(expect.arrayContaining([...PHASES]));
  });
});
