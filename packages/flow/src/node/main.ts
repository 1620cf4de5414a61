// SPDX-License-Identifier: Apache-2.0
/** `npm run flow:print`: writes the reference pages that are made from the machines and the catalogue. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { format, resolveConfig } from 'prettier';
import { referencePages } from './pages.ts';

const root = process.cwd();
for (const { file, text } of await referencePages(root)) {
  const target = path.join(root, file);
  const options = (await resolveConfig(target)) ?? {};
  await writeFile(target, await format(text, { ...options, parser: 'markdown' }));
  process.stdout.write(`${file}\n`);
}
