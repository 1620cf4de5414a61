// SPDX-License-Identifier: Apache-2.0
/** `npm run openapi`: writes the OpenAPI documents that are made from the contract. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { openApiDocuments } from './documents.ts';
import { OPENAPI_FOLDER, printed } from './printed.ts';

await mkdir(OPENAPI_FOLDER, { recursive: true });
for (const [name, document] of Object.entries(openApiDocuments())) {
  const file = path.join(OPENAPI_FOLDER, `${name}.json`);
  await writeFile(file, await printed(document));
  process.stdout.write(`${file}\n`);
}
