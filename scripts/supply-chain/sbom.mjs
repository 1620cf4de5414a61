// SPDX-License-Identifier: Apache-2.0
/** The software bill of materials: what is shipped, as CycloneDX 1.5. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { readJson } from './lock.mjs';

const require = createRequire(import.meta.url);

const purlOf = ({ name, entry }) => `pkg:npm/${name}@${entry.version}`;
const plain = ({ purl }) => decodeURIComponent(purl);
const OURS = 'pkg:npm/@perfuse/';

/**
 * What npm says of the installed packages, cut down to our own and those shipped. Its own `--omit dev` leaves out what is
 * for development in one place and shipped in another, such as react.
 * @param shipped packages of the lock. @throws Error when npm cannot.
 */
export function makeSbom(root, shipped) {
  const { stdout, stderr, status } = spawnSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const bill = JSON.parse(stdout);
  const wanted = new Set(shipped.map(purlOf));
  const components = bill.components.filter(
    (part) => plain(part).startsWith(OURS) || wanted.has(plain(part)),
  );
  // npm takes the name of the folder.
  const { name } = readJson(path.join(root, 'package.json'));
  const component = { ...bill.metadata.component, name };
  const kept = new Set([component, ...components].map((part) => part['bom-ref']));
  return {
    ...bill,
    metadata: { ...bill.metadata, component },
    components,
    dependencies: bill.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn = [] }) => ({
        ref,
        dependsOn: dependsOn.filter((on) => kept.has(on)),
      })),
  };
}

async function schemaProblems(bill) {
  const { default: Ajv } = await import('ajv');
  const library = path.dirname(require.resolve('@cyclonedx/cyclonedx-library/package.json'));
  const schemaOf = (name) => readJson(path.join(library, 'res/schema', `${name}.schema.json`));
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  for (const name of ['spdx.SNAPSHOT', 'jsf-0.82.SNAPSHOT']) {
    ajv.addSchema(schemaOf(name), `http://cyclonedx.org/schema/${name}.schema.json`);
  }
  const validate = ajv.compile(schemaOf(`bom-${bill.specVersion}.SNAPSHOT`));
  if (validate(bill)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** What is wrong with a bill: by its schema, among its parts, and beside the lock. */
export async function sbomProblems(bill, shipped) {
  const names = [bill.metadata.component, ...bill.components].map((part) => part['bom-ref']);
  const known = new Set(names);
  const listed = new Set(bill.components.map(plain));
  return [
    ...(await schemaProblems(bill)),
    ...(known.size === names.length ? [] : ['two parts have one name']),
    ...bill.dependencies
      .flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn])
      .filter((ref) => !known.has(ref))
      .map((ref) => `${ref} is depended on and not listed`),
    ...shipped
      .map(purlOf)
      .filter((purl) => !listed.has(purl))
      .map((purl) => `${purl} is shipped and not listed`),
  ];
}
