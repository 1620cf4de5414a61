// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CALLBACK_ERRORS } from '@perfuse/contract/failures/callback-errors';
import { LAUNCH_ERRORS } from '@perfuse/contract/launch/failure';
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

  it('name every code that a callback receives, including those of a refused launch', () => {
    const [, listed = ''] =
      /## Codes that a callback address may receive\n([^#]+)/.exec(pages[1]?.text ?? '') ?? [];
    const codes = new Set<string>([...CALLBACK_ERRORS, ...Object.keys(LAUNCH_ERRORS)]);
    // With these two the address is not known to be the organisation's.
    codes.delete('SIGNED_PROFILE_REQUIRED');
    codes.delete('CALLBACK_NOT_ALLOWED');
    expect([...listed.matchAll(/- `(\w+)`/g)].map(([, code]) => code)).toEqual([...codes]);
  });
});
