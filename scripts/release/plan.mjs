// SPDX-License-Identifier: Apache-2.0
/** The changes of a release to the files of the repository, as functions from text to text. */

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;
const partsOf = (version) => VERSION.exec(version)?.slice(1).map(Number) ?? null;

/** Why a version cannot follow another; null where it can. Both are `major.minor.patch`. */
export function versionProblem(version, current) {
  const next = partsOf(version);
  const present = partsOf(current);
  if (next === null) return `${version} is not a version such as 0.2.0.`;
  if (present === null) return `The current version ${current} is not a version such as 0.1.0.`;
  const at = next.findIndex((part, index) => part !== present[index]);
  if (at < 0 || next[at] < present[at]) return `${version} is not higher than ${current}.`;
  return null;
}

const GROUPS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** A manifest, or an entry of the lock, with the repository's own packages at another version. */
function raised(entry, names, version) {
  const groups = GROUPS.filter((group) => entry[group] !== undefined).map((group) => [
    group,
    Object.fromEntries(
      Object.entries(entry[group]).map(([name, wanted]) => [
        name,
        names.has(name) ? version : wanted,
      ]),
    ),
  ]);
  return {
    ...entry,
    ...(entry.version !== undefined && { version }),
    ...Object.fromEntries(groups),
  };
}

const print = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** The text of a package.json of the repository at another version. @param names of the repository's own packages. */
export const manifestAt = (text, names, version) => print(raised(JSON.parse(text), names, version));

/** The text of the package-lock.json at another version. Packages from the registry are unchanged. */
export function lockAt(text, names, version) {
  const lock = JSON.parse(text);
  const packages = Object.fromEntries(
    Object.entries(lock.packages).map(([where, entry]) => [
      where,
      where.includes('node_modules/') ? entry : raised(entry, names, version),
    ]),
  );
  return print({ ...lock, version, packages });
}

const UNRELEASED = '## Unreleased\n';

/**
 * The changelog with the unreleased entries under a version and its date, and an empty section for the next ones.
 * @throws Error when nothing is unreleased.
 */
export function changelogAt(text, version, date) {
  const begin = text.indexOf(UNRELEASED);
  if (begin < 0) throw new Error('CHANGELOG.md has no heading "## Unreleased".');
  const after = begin + UNRELEASED.length;
  const next = text.indexOf('\n## ', after);
  const entries = text.slice(after, next < 0 ? undefined : next + 1).trim();
  if (entries === '') throw new Error('CHANGELOG.md has nothing under "## Unreleased".');
  const earlier = next < 0 ? '' : `\n${text.slice(next + 1)}`;
  return `${text.slice(0, after)}\n## ${version} (${date})\n\n${entries}\n${earlier}`;
}

/** The text of a guide at another version: guides name the packed packages by their files. */
export const guideAt = (text, current, version) =>
  text.replaceAll(
    new RegExp(`(perfuse-[a-z]+-)${current.replaceAll('.', '\\.')}(?=\\.tgz)`, 'g'),
    `$1${version}`,
  );

/**
 * Released migrations that have changed: a database that ran them would not get the change.
 * @param changes lines of `git diff --name-status` since the last release, of the folder of migrations.
 */
export const changedMigrations = (changes) =>
  changes
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([status, file]) => /^[MDRT]/.test(status) && /\/\d{4}-[^/]+\.ts$/.test(file ?? ''))
    .map(([, file]) => file);

/** Lines that `sha256sum -c` checks. @param sums file names and their digests. */
export const sumsFile = (sums) =>
  sums
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, digest]) => `${digest}  ${name}\n`)
    .join('');
