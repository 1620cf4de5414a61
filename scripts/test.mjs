// SPDX-License-Identifier: Apache-2.0
/**
 * `npm test`: every check, in the order in which a mistake is cheapest to find.
 * `--only a,b` runs some of them; `--keep-going` does not stop at the first that fails.
 */
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { parseArgs } from 'node:util';

const steps = {
  // Journeys by an organisation's link open the second edition.
  build: ['node', 'scripts/build.mjs'],
  'first-view': ['node', 'scripts/first-view.mjs'],
  types: ['npm', 'run', '--silent', 'types'],
  lint: ['npm', 'run', '--silent', 'lint'],
  format: ['npm', 'run', '--silent', 'format:check'],
  'dead-code': ['npm', 'run', '--silent', 'dead-code'],
  imports: ['npm', 'run', '--silent', 'imports'],
  texts: ['node', 'scripts/i18n-check.mjs'],
  'supply-chain': ['node', 'scripts/supply-chain.mjs'],
  unit: ['npm', 'run', '--silent', 'unit'],
  integration: ['npm', 'run', '--silent', 'integration'],
  browser: ['npm', 'run', '--silent', 'browser'],
};

const { values } = parseArgs({
  options: { only: { type: 'string' }, 'keep-going': { type: 'boolean' } },
});
const wanted = values.only?.split(',') ?? Object.keys(steps);
const unknown = wanted.filter((name) => !Object.hasOwn(steps, name));
if (unknown.length > 0) {
  process.stderr.write(
    `No such check: ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}\n`,
  );
  process.exit(2);
}

const failed = [];
let passed = 0;
for (const name of wanted) {
  process.stdout.write(`\n== ${name}\n`);
  const startedAt = performance.now();
  const [command, ...args] = steps[name];
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: false });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`);
  if (status === 0) {
    passed += 1;
    continue;
  }
  failed.push(name);
  if (!values['keep-going']) break;
}
if (failed.length > 0) {
  process.stdout.write(`\nFailed: ${failed.join(', ')}. Run one alone: npm test -- --only NAME\n`);
}
process.stdout.write(`\nchecks: ${passed} passed, ${failed.length} failed\n`);
process.exit(failed.length === 0 ? 0 : 1);
