// SPDX-License-Identifier: Apache-2.0
/**
 * Builds what `npm start` runs: the web app, the admin page, the server. Each target is skipped while its sources are
 * unchanged. `--force` builds all; `--edition NAME` builds only one edition of the app.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import Libsql from 'libsql';
import { bundleServer } from './bundle-server.mjs';

const root = path.resolve(import.meta.dirname, '..');
const STAMPS = path.join(root, '.cache/build');
/** Files that every build depends on. */
const BUILDING = [
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/bundle.mjs',
  'scripts/bundle-server.mjs',
  'scripts/licence-notices.mjs',
];
const skipped = new Set(['node_modules', 'dist', 'build', '.cache', '.git']);

/** Every file below a folder, except build output, in a stable order. */
function* sources(directory) {
  const entries = fs.readdirSync(directory, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (skipped.has(entry.name)) continue;
    const full = path.join(directory, entry.name);
    if (entry.isDirectory()) yield* sources(full);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield full;
  }
}

/**
 * The folder of an app and those of the packages that it is built from.
 * @param {string} app
 * @returns {string[]}
 */
export function foldersOf(app) {
  const folders = new Set([app]);
  for (const folder of folders) {
    const file = path.join(root, folder, 'package.json');
    const { dependencies = {} } = JSON.parse(fs.readFileSync(file, 'utf8'));
    for (const name of Object.keys(dependencies)) {
      if (name.startsWith('@perfuse/')) folders.add(name.replace('@perfuse/', 'packages/'));
    }
  }
  return [...folders];
}

function fingerprint(folders, extra) {
  const hash = createHash('sha256').update(extra);
  for (const folder of folders) {
    for (const file of sources(path.join(root, folder))) {
      hash.update(path.relative(root, file)).update(fs.readFileSync(file));
    }
  }
  for (const file of BUILDING) hash.update(fs.readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

/** @type {Record<string, { app: string, output: string, extra?: string, run: () => Promise<unknown> }>} */
const targets = {
  web: webTarget('consumer'),
  admin: {
    app: 'apps/admin',
    output: 'apps/admin/dist',
    run: () => buildPage('apps/admin'),
  },
  enterprise: webTarget('enterprise'),
  server: {
    app: 'apps/server',
    output: 'apps/server/dist',
    run: () => bundleServer(path.join(root, 'apps/server/dist'), { cleanDir: true }),
  },
};

/** Builds for production, whatever the environment: otherwise React would be included in its development form. */
async function buildPage(folder) {
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({
    root: path.join(root, folder),
    configFile: path.join(root, folder, 'vite.config.ts'),
    logLevel: 'warn',
    // The time that each plugin took is of no use when starting the product.
    build: { rolldownOptions: { checks: { bundlerTimings: false } } },
  });
}

function webTarget(edition) {
  return {
    app: 'apps/web',
    output: `apps/web/dist/${edition}`,
    extra: `${edition} ${process.env.PERFUSE_QUIRKS ?? ''} ${process.env.PERFUSE_REGION ?? ''}`,
    run: async () => {
      process.env.PERFUSE_EDITION = edition;
      await buildPage('apps/web');
    },
  };
}

/** Longest wait for another build, ms. */
const WAIT_MS = 600_000;

/**
 * Waits until no other process builds into this checkout: two at once delete each other's output. The lock is SQLite's
 * own, which the system releases when this process ends, for whatever reason.
 * @param {string} folder of the lock's file.
 * @returns {() => void} releases it.
 */
export function lockBuilds(folder) {
  fs.mkdirSync(folder, { recursive: true });
  const lock = new Libsql(path.join(folder, 'lock'));
  lock.exec(`pragma busy_timeout = ${String(WAIT_MS)}`);
  lock.exec('begin exclusive');
  return () => {
    lock.exec('rollback');
    lock.close();
  };
}

/**
 * @param {{ names?: string[], force?: boolean, log?: (line: string) => void }} [options]
 */
export async function buildAll({ names = ['web', 'admin', 'server'], force, log } = {}) {
  const unlock = lockBuilds(STAMPS);
  try {
    await buildChanged(names, force, log);
  } finally {
    unlock();
  }
}

async function buildChanged(names, force, log) {
  for (const name of names) {
    const target = targets[name];
    const stamp = path.join(STAMPS, `${name}.sha256`);
    const now = fingerprint(foldersOf(target.app), target.extra ?? '');
    const output = path.join(root, target.output);
    const fresh =
      !force &&
      fs.existsSync(output) &&
      fs.existsSync(stamp) &&
      fs.readFileSync(stamp, 'utf8') === now;
    if (fresh) continue;
    const startedAt = performance.now();
    await target.run();
    fs.writeFileSync(stamp, now);
    log?.(`built ${name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  }
}

if (path.resolve(process.argv[1] ?? '') === import.meta.filename) {
  const { values } = parseArgs({
    options: { force: { type: 'boolean' }, edition: { type: 'string', multiple: true } },
  });
  const targetOf = { consumer: 'web', enterprise: 'enterprise' };
  const editions = values.edition ?? Object.keys(targetOf);
  const unknown = editions.filter((edition) => !Object.hasOwn(targetOf, edition));
  if (unknown.length > 0) throw new Error(`Unknown edition: ${unknown.join(', ')}.`);
  await buildAll({
    names: [...editions.map((edition) => targetOf[edition]), 'admin', 'server'],
    force: values.force ?? false,
    log: (line) => process.stdout.write(`${line}\n`),
  });
}
