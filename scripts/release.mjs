// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run release -- 0.2.0`: makes a release on this machine: versions, changelog, checks, packages, bill of materials,
 * sums, a commit and a tag. It pushes and publishes nothing. docs/guides/release.md explains it.
 *
 * `--dry-run` says what it would do; `--skip-checks` leaves the checks out, and says so; `--date 2030-01-31` replaces
 * today's date; `--root DIR` releases another checkout.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import {
  changedMigrations,
  changelogAt,
  guideAt,
  lockAt,
  manifestAt,
  sumsFile,
  versionProblem,
} from './release/plan.mjs';

const MIGRATIONS = 'apps/server/src/platform/storage/migrations';

class Refusal extends Error {}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'dry-run': { type: 'boolean', default: false },
    'skip-checks': { type: 'boolean', default: false },
    date: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    root: { type: 'string', default: path.resolve(import.meta.dirname, '..') },
  },
});
const root = path.resolve(values.root);
const at = (...parts) => path.join(root, ...parts);
const read = (file) => readFileSync(at(file), 'utf8');
const say = (text) => process.stdout.write(`${text}\n`);

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`);
  return stdout.trimEnd();
}

/** Runs a program with its output shown. @throws Error when it fails. */
function run(command, ...args) {
  say(`\n$ ${[command, ...args].join(' ')}`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.`);
}

/** Files tracked by git that match one of these patterns. */
const tracked = (...patterns) =>
  git('ls-files', '--', ...patterns)
    .split('\n')
    .filter(Boolean);

/** Every file that changes, with its new text. @throws Refusal */
function changesFor(version, current) {
  // The tools in tools/ have locks of their own and are not released.
  const manifests = tracked('package.json', '*/package.json').filter(
    (file) => !file.startsWith('tools/'),
  );
  const names = new Set(manifests.map((file) => JSON.parse(read(file)).name));
  let changelog;
  try {
    changelog = changelogAt(read('CHANGELOG.md'), version, values.date);
  } catch (error) {
    throw new Refusal(error.message);
  }
  const all = [
    ...manifests.map((file) => [file, manifestAt(read(file), names, version)]),
    ['package-lock.json', lockAt(read('package-lock.json'), names, version)],
    ['CHANGELOG.md', changelog],
    ...tracked('docs/guides/*.md').map((file) => [file, guideAt(read(file), current, version)]),
  ];
  return all.filter(([file, text]) => text !== read(file));
}

/** @throws Refusal for what must not be released. */
function assertReleasable(version, current, tag) {
  const problem = versionProblem(version, current);
  if (problem !== null) throw new Refusal(problem);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(values.date))
    throw new Refusal(`${values.date} is not a date such as 2030-01-31.`);
  const dirty = git('status', '--porcelain');
  if (dirty !== '') throw new Refusal(`The working tree is not clean:\n${dirty}`);
  if (git('tag', '--list', tag) !== '') throw new Refusal(`The tag ${tag} already exists.`);
  const [last] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n');
  if (last === '') {
    say(
      'This is the first release: from now on its migrations are frozen, including 0001-first.ts.',
    );
    return;
  }
  const changed = changedMigrations(
    git('diff', '--name-status', '--no-renames', last, '--', MIGRATIONS),
  );
  if (changed.length > 0) {
    throw new Refusal(
      `Migrations released in ${last} were changed: ${changed.join(', ')}. Restore them, and add a new migration.`,
    );
  }
}

/** Packages, bill of materials and sums. @returns the folder. */
function pack(version) {
  const folder = at('dist/release', version);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run('node', 'scripts/pack.mjs', '--to', folder);
  run('node', 'scripts/supply-chain.mjs', '--sbom');
  copyFileSync(at('dist/sbom.cdx.json'), path.join(folder, `perfuse-${version}.sbom.cdx.json`));
  const sums = readdirSync(folder).map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(path.join(folder, name)))
      .digest('hex'),
  ]);
  writeFileSync(path.join(folder, 'SHA256SUMS'), sumsFile(sums));
  return folder;
}

function release(version) {
  const { version: current } = JSON.parse(read('package.json'));
  const tag = `v${version}`;
  assertReleasable(version, current, tag);
  const changes = changesFor(version, current);
  const files = changes.map(([file]) => file);
  say(`${current} becomes ${version} (${values.date}) in ${String(files.length)} files:`);
  for (const file of files) say(`  ${file}`);
  const isChecked = !values['skip-checks'];
  if (!isChecked)
    say('CHECKS SKIPPED (--skip-checks): npm test and npm run supply-chain were not run.');
  if (values['dry-run']) {
    say(
      `Dry run: nothing was changed. ${isChecked ? 'The checks would run, then' : 'Then'} packages would be packed into dist/release/${version}, and ${tag} committed and tagged.`,
    );
    return;
  }
  let folder;
  try {
    for (const [file, text] of changes) writeFileSync(at(file), text);
    if (isChecked) {
      run('npm', 'test');
      run('npm', 'run', 'supply-chain');
    }
    folder = pack(version);
    git('add', '--', ...files);
    git('commit', '--quiet', '-m', `Release ${version}`);
  } catch (error) {
    git('reset', '--quiet');
    git('checkout', '--quiet', '--', ...files);
    say('\nThe release failed; the files were restored.');
    throw error;
  }
  git('tag', '--annotate', tag, '-m', `Perfuse ${version}`);
  say(`\n${tag} is committed and tagged locally. Its files are in ${folder}:`);
  for (const name of readdirSync(folder)) say(`  ${name}`);
  if (!isChecked) say('CHECKS SKIPPED (--skip-checks).');
  say(`Nothing was pushed or published: see docs/guides/release.md.`);
}

const [version, ...others] = positionals;
if (version === undefined || others.length > 0 || !existsSync(at('package.json'))) {
  process.stderr.write(
    'Usage: npm run release -- 0.2.0 [--dry-run] [--skip-checks] [--date 2030-01-31]\n',
  );
  process.exit(2);
}
try {
  release(version);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof Refusal ? 3 : 1;
}
