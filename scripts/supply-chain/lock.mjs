// SPDX-License-Identifier: Apache-2.0
/** What package-lock.json says, held to the rules for what may be installed. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Packages of the lock that come from a registry: where they are, what they are called, what is said of them. */
export const lockedPackages = (lock) =>
  Object.entries(lock.packages ?? {})
    .filter(([at, entry]) => at.includes('node_modules/') && entry.link !== true)
    .map(([at, entry]) => ({
      at,
      // The lock names the package itself where the folder has the name of an alias.
      name: entry.name ?? at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length),
      entry,
    }));

/** Whether a licence, as an SPDX expression, is one of those allowed: all of an AND, one of an OR. */
export function isAllowed(expression, allowed) {
  const words = String(expression).match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const one = () => {
    const word = words[at++];
    if (word !== '(') return word !== undefined && allowed.has(word);
    const inner = any();
    return words[at++] === ')' && inner;
  };
  const all = () => {
    let fits = one();
    while (words[at] === 'AND') {
      at += 1;
      fits = one() && fits;
    }
    return fits;
  };
  const any = () => {
    let fits = all();
    while (words[at] === 'OR') {
      at += 1;
      fits = all() || fits;
    }
    return fits;
  };
  const fits = any();
  return fits && at === words.length;
}

const licenceText = ({ license, licenses }) => {
  if (typeof license === 'string') return license;
  if (typeof license?.type === 'string') return license.type;
  const listed = Array.isArray(licenses) ? licenses.map(({ type }) => type) : [];
  return listed.length === 0 ? undefined : listed.join(' AND ');
};

export function licenceProblems(packages, policy, root) {
  const allowed = new Set(policy.licences);
  return packages.flatMap(({ at, name, entry }) => {
    const file = path.join(root, at, 'package.json');
    // Packages for other platforms are locked and not here.
    const installed = existsSync(file) ? licenceText(readJson(file)) : undefined;
    const exception = policy.licenceOf[name]?.licence;
    const licence = exception ?? installed ?? licenceText(entry);
    if (licence === undefined) return [`${at}: says nothing of its licence`];
    if (!isAllowed(licence, allowed)) return [`${at}: ${licence} is not an allowed licence`];
    const differs =
      exception === undefined && installed !== undefined && entry.license !== undefined;
    return differs && installed !== licenceText(entry)
      ? [`${at}: the lock says ${entry.license}, the package ${installed}`]
      : [];
  });
}

export const integrityProblems = (packages) =>
  packages.flatMap(({ at, entry }) => [
    ...(/^sha512-[\w+/]{86}==/.test(entry.integrity ?? '')
      ? []
      : [`${at}: no SHA-512 in the lock`]),
    ...(entry.resolved === undefined || entry.resolved.startsWith('https://registry.npmjs.org/')
      ? []
      : [`${at}: comes from ${entry.resolved}`]),
  ]);

const fits = (name, pattern) =>
  pattern.endsWith('/*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

export const scriptProblems = (packages, policy) =>
  packages
    .filter(({ entry }) => entry.hasInstallScript === true)
    .filter(
      ({ name }) => !Object.keys(policy.installScripts).some((allowed) => fits(name, allowed)),
    )
    .map(({ at }) => `${at}: runs a script when it is installed`);

/** A version, of the package of that name or of the one that `npm:` names instead. */
const EXACT = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/;

/** Versions in our own package.json files that leave something open. */
export function pinProblems(lock, root) {
  const ours = Object.keys(lock.packages ?? {}).filter((at) => !at.includes('node_modules/'));
  return ours.flatMap((at) => {
    const file = path.join(root, at, 'package.json');
    if (!existsSync(file)) return [`${at}: is in the lock and not here`];
    const manifest = readJson(file);
    return ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'].flatMap(
      (kind) =>
        Object.entries(manifest[kind] ?? {})
          .filter(([, version]) => !EXACT.test(version))
          .map(
            ([name, version]) =>
              `${path.join(at, 'package.json')}: ${name} ${version} is not exact`,
          ),
    );
  });
}
