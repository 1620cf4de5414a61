// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { removeDrafts, withDraft } from './draft.ts';

it('removes a draft on a signal, so that a thread that is still writing cannot create it anew', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'draft-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const interrupted = withDraft(path.join(folder, 'copy'), (draft) => {
    writeFileSync(draft, 'health data');
    removeDrafts();
    writeFileSync(draft, 'health data');
  });
  await expect(interrupted).rejects.toThrow('ENOENT');
  expect(readdirSync(folder)).toEqual([]);
});
