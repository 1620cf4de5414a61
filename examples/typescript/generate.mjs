// SPDX-License-Identifier: Apache-2.0
/**
 * `node examples/typescript/generate.mjs https://perfuse.example.org`: writes src/analysis.ts, the types of the operations
 * below, from the OpenAPI document of an installation. Needs openapi-typescript (`npm run tool openapi`).
 *
 * `--check` only says whether the file matches that document, and fails if it does not; `--out FILE` writes elsewhere.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

/** What this example calls; add a path of /openapi/analysis.json here to call it. */
const PATHS = ['/organizations/licenses', '/measurements', '/measurements/{id}'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    out: { type: 'string', default: path.join(import.meta.dirname, 'src/analysis.ts') },
  },
});
const [origin = 'http://localhost:4300'] = positionals;

/** The names of the schemas that a part of a document refers to, directly or through others. */
function schemasOf(part, schemas, known = new Set()) {
  for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (known.has(name)) continue;
    known.add(name);
    schemasOf(schemas[name], schemas, known);
  }
  return known;
}

const answer = await fetch(new URL('/openapi/analysis.json', origin));
if (!answer.ok) throw new Error(`${origin} has no OpenAPI document: ${String(answer.status)}`);
const whole = await answer.json();
const paths = Object.fromEntries(PATHS.map((name) => [name, whole.paths[name]]));
const schemas = Object.fromEntries(
  [...schemasOf(paths, whole.components.schemas)].map((name) => [
    name,
    whole.components.schemas[name],
  ]),
);
const document = { openapi: whole.openapi, info: whole.info, paths, components: { schemas } };
// The version of the installation is not part of its API.
const digest = createHash('sha256').update(JSON.stringify({ paths, schemas })).digest('hex');

if (values.check) {
  const isCurrent = readFileSync(values.out, 'utf8').includes(digest);
  process.stdout.write(`${values.out} is ${isCurrent ? '' : 'not '}of the document of ${origin}\n`);
  process.exitCode = isCurrent ? 0 : 1;
} else {
  const { astToString, default: openapiTypes } = await import('openapi-typescript');
  const types = astToString(await openapiTypes(JSON.stringify(document)));
  const head = `// SPDX-License-Identifier: Apache-2.0\n// Made by generate.mjs; SHA-256 of its document: ${digest}\n`;
  writeFileSync(values.out, `${head}${types}`);
}
