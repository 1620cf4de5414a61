// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { format, type FormatConfig } from 'oxfmt';
import type { JsonSchema } from './schemas.ts';

/** Below the project's root. */
export const OPENAPI_FOLDER = 'docs/reference/openapi';

/** A document as its file holds it. */
export async function printed(document: JsonSchema): Promise<string> {
  const config = JSON.parse(await readFile('.oxfmtrc.json', 'utf8')) as FormatConfig;
  const { code } = await format('api.json', JSON.stringify(document), config);
  return code;
}
