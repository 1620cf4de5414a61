// SPDX-License-Identifier: Apache-2.0
import { format, resolveConfig } from 'prettier';
import type { JsonSchema } from './schemas.ts';

/** Below the project's root. */
export const OPENAPI_FOLDER = 'docs/reference/openapi';

/** A document as its file holds it. */
export async function printed(document: JsonSchema): Promise<string> {
  const options = (await resolveConfig(`${OPENAPI_FOLDER}/api.json`)) ?? {};
  return format(JSON.stringify(document), { ...options, parser: 'json' });
}
