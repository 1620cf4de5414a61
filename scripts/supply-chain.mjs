// SPDX-License-Identifier: Apache-2.0
/**
 * Checks Perfuse's dependencies against supply-chain-policy.json: licences, exact versions, hashes, no known serious
 * vulnerability.
 *
 * `--sbom` instead writes what is shipped, as npm lists it, to dist/sbom.cdx.json (CycloneDX). `--root DIR` checks
 * another checkout; `--audit-report FILE` uses a report of npm audit instead of querying the registry.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import satisfies from 'spdx-satisfies';

const SERIOUS = new Set(['high', 'critical']);
/** A version, of the package of that name or of the one to which an `npm:` alias refers. */
const EXACT = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/;
const SHA512 = /^sha512-[\w+/]{86}==/;

const { values } = parseArgs({
  options: {
    root: { type: 'string', default: path.resolve(import.meta.dirname, '..') },
    sbom: { type: 'boolean' },
    'audit-report': { type: 'string' },
  },
});
const at = (...parts) => path.join(path.resolve(values.root), ...parts);
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const policy = readJson(path.join(import.meta.dirname, 'supply-chain-policy.json'));

/** The root and the tools, each with its lock. */
const folders = [
  '.',
  ...(existsSync(at('tools')) ? readdirSync(at('tools')) : []).map((name) => `tools/${name}`),
];
/** Entries of all locks: our own packages by their folder, those of the registry by folder and name. */
const entries = folders.flatMap((folder) =>
  Object.entries(readJson(at(folder, 'package-lock.json')).packages).map(([where, entry]) => ({
    where: path.join(folder, where),
    // The lock has the package's real name where its folder is named after an alias.
    name: entry.name ?? where.slice(where.lastIndexOf('node_modules/') + 'node_modules/'.length),
    entry,
  })),
);
const isForeign = ({ where, entry }) => where.includes('node_modules/') && entry.link !== true;
const foreign = entries.filter(isForeign);

function isAllowed(licence) {
  try {
    return satisfies(licence, policy.licences);
  } catch {
    return false;
  }
}

function npm(...args) {
  const options = { cwd: at(), encoding: 'utf8', maxBuffer: 2 ** 26, timeout: 60_000 };
  return spawnSync('npm', args, options).stdout;
}

/** The report of npm audit; null where the registry does not answer. */
function auditReport() {
  try {
    const report = JSON.parse(
      npm('audit', '--omit', 'dev', '--json', '--fetch-timeout=5000', '--fetch-retries=0'),
    );
    return report.vulnerabilities === undefined ? null : report;
  } catch {
    return null;
  }
}

const checks = {
  licences: () =>
    foreign
      .map(({ where, name, entry }) => [where, policy.licenceOf[name]?.licence ?? entry.license])
      .filter(([, licence]) => !isAllowed(licence))
      .map(([where, licence]) => `${where}: ${String(licence)} is not an allowed licence`),
  'exact versions': () =>
    [
      ...entries.filter((one) => !isForeign(one)),
      { where: 'overrides', entry: { dependencies: readJson(at('package.json')).overrides } },
    ].flatMap(({ where, entry: { dependencies, devDependencies, optionalDependencies } }) =>
      Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(([, version]) => !EXACT.test(version))
        .map(([name, version]) => `${where}: ${name} ${version} is not exact`),
    ),
  integrity: () =>
    foreign.flatMap(({ where, entry: { integrity, resolved } }) => [
      ...(SHA512.test(integrity ?? '') ? [] : [`${where}: no SHA-512 in the lock file`]),
      ...(resolved === undefined || resolved.startsWith('https://registry.npmjs.org/')
        ? []
        : [`${where}: comes from ${resolved}`]),
    ]),
  'known vulnerabilities': () => {
    const file = values['audit-report'];
    const report = file === undefined ? auditReport() : readJson(file);
    if (report === null) {
      process.stdout.write('  NOT CHECKED: the registry does not answer npm audit\n');
      return [];
    }
    const today = new Date().toISOString().slice(0, 10);
    const problems = Object.values(report.vulnerabilities)
      // A package affected only through a dependency names that dependency instead of an advisory.
      .flatMap(({ via }) => via.filter((advisory) => typeof advisory === 'object'))
      .filter(({ severity }) => SERIOUS.has(severity))
      .filter(({ url }) => !((policy.advisories[url]?.until ?? '') > today))
      .map(({ name, severity, title, url }) => `${name}: ${severity}, ${title} (${url})`);
    return [...new Set(problems)];
  },
};

/** npm's list without development-only packages; its own `--omit dev` also omits packages that production needs too. */
function writeSbom() {
  const listed = npm('sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application');
  if (listed === '')
    throw new Error(
      'npm sbom lists nothing: the installed packages differ from the lock file. Run npm ci.',
    );
  const bill = JSON.parse(listed);
  const shipped = new Set(
    foreign
      .filter(({ entry: { dev, devOptional } }) => dev !== true && devOptional !== true)
      .map(({ name, entry }) => `pkg:npm/${name}@${entry.version}`),
  );
  const components = bill.components.filter(({ purl }) => {
    const plain = decodeURIComponent(purl);
    return plain.startsWith('pkg:npm/@perfuse/') || shipped.has(plain);
  });
  const known = new Set([bill.metadata.component, ...components].map((one) => one['bom-ref']));
  const dependencies = bill.dependencies
    .filter(({ ref }) => known.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((on) => known.has(on)),
    }));
  mkdirSync(at('dist'), { recursive: true });
  const file = at('dist/sbom.cdx.json');
  writeFileSync(file, `${JSON.stringify({ ...bill, components, dependencies }, null, 2)}\n`);
  process.stdout.write(`${String(components.length)} components in ${file}\n`);
}

if (values.sbom === true) {
  writeSbom();
} else {
  for (const [name, check] of Object.entries(checks)) {
    process.stdout.write(`${name}:\n`);
    const problems = check();
    const lines = problems.length === 0 ? ['no problems'] : problems.map((one) => `WRONG ${one}`);
    for (const line of lines) process.stdout.write(`  ${line}\n`);
    if (problems.length > 0) process.exitCode = 1;
  }
}
