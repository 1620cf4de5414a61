// SPDX-License-Identifier: Apache-2.0
/** `npm run flow:print`: writes the reference pages generated from the machines and the catalogue. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { referencePages } from './pages.ts';

const root = process.cwd();
for (const { file, text } of await referencePages(root)) {
  await writeFile(path.join(root, file), text);
  process.stdout.write(`${file}\n`);
}
