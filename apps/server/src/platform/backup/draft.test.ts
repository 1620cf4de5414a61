// SPDX-License-Identifier: Apache-2.0
import { chownSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
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

it.runIf(process.geteuid?.() === 0)(
  'is given by root to the owner of the folder, but not where its file stays with root',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'draft-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    chownSync(folder, 65_534, 65_534);
    const owner = (draft: string): number => statSync(path.dirname(draft)).uid;
    expect(await withDraft(path.join(folder, 'backup'), owner)).toBe(65_534);
    expect(await withDraft(path.join(folder, 'restore'), owner, false)).toBe(0);
  },
);
