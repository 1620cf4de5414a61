// SPDX-License-Identifier: Apache-2.0
/**
 * What Perfuse is made of, held to docs/dependencies.md: licences, exact versions, integrity, no scripts on install, no
 * known serious weakness. Writes the software bill of materials to dist/sbom.cdx.json.
 *
 * `--sbom` only writes it; `--no-sbom` leaves it out; `--root DIR` looks at another checkout; `--audit-report FILE` takes
 * a report of npm audit instead of asking the registry.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { askRegistry, auditProblems } from './supply-chain/audit.mjs';
import {
  integrityProblems,
  licenceProblems,
  lockedPackages,
  pinProblems,
  readJson,
  scriptProblems,
} from './supply-chain/lock.mjs';
import { makeSbom, sbomProblems } from './supply-chain/sbom.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  options: {
    root: { type: 'string' },
    sbom: { type: 'boolean' },
    'no-sbom': { type: 'boolean' },
    'audit-report': { type: 'string' },
  },
});
const root = path.resolve(values.root ?? path.join(here, '..'));
const policy = readJson(path.join(here, 'supply-chain/policy.json'));
const lock = readJson(path.join(root, 'package-lock.json'));
const packages = lockedPackages(lock);
const say = (text) => process.stdout.write(`${text}\n`);

const checks = {
  licences: () => licenceProblems(packages, policy, root),
  'exact versions': () => pinProblems(lock, root),
  integrity: () => integrityProblems(packages),
  'install scripts': () => scriptProblems(packages, policy),
  'known weaknesses': () => {
    const given = values['audit-report'];
    const report = given === undefined ? askRegistry(root) : readJson(given);
    if (report === null) {
      say('  NOT CHECKED: the registry does not answer npm audit here');
      return [];
    }
    return auditProblems(report, policy.advisories, new Date().toISOString().slice(0, 10));
  },
};

async function billOfMaterials() {
  const isHere = ({ at }) => existsSync(path.join(root, at));
  const shipped = packages.filter(
    (one) => one.entry.dev !== true && one.entry.devOptional !== true && isHere(one),
  );
  const bill = makeSbom(root, shipped);
  const problems = await sbomProblems(bill, shipped);
  const file = path.join(root, 'dist/sbom.cdx.json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  say(`  ${String(bill.components.length)} parts in ${path.relative(process.cwd(), file)}`);
  return problems;
}

let failed = 0;
const run = async (name, check) => {
  say(`${name}:`);
  const problems = await check();
  for (const problem of problems) say(`  WRONG ${problem}`);
  if (problems.length === 0) say('  nothing wrong');
  failed += problems.length;
};
if (values.sbom !== true) {
  say(`${String(packages.length)} packages in the lock`);
  for (const [name, check] of Object.entries(checks)) await run(name, check);
}
if (values['no-sbom'] !== true) await run('bill of materials', billOfMaterials);
process.exit(failed === 0 ? 0 : 1);
