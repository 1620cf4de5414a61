// SPDX-License-Identifier: Apache-2.0
/**
 * `npm test`: the everyday checks, ordered so that a mistake is found as cheaply as possible. `npm run test:all`: all
 * checks; `npm run test:rest`: those that `npm test` leaves out. CONTRIBUTING.md says what each contains.
 *
 * `--only a,b` runs some of them, of any kind; `--keep-going` does not stop at the first that fails.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { StepRunner } from './test/run-steps.mjs';

const script = (name) => ['npm', 'run', '--silent', name];

const EVERY_DAY = {
  format: script('format:check'),
  types: script('types'),
  lint: script('lint'),
  texts: ['node', 'scripts/i18n-check.mjs'],
  imports: script('imports'),
  'dead-code': script('dead-code'),
  build: ['node', 'scripts/build.mjs'],
  'first-view': ['node', 'scripts/first-view.mjs'],
  unit: script('unit'),
  server: script('server'),
  journeys: script('browser:everyday'),
};
const REST = {
  'supply-chain': ['node', 'scripts/supply-chain.mjs'],
  // Run alone, this suite needs the build too, which is made if there is none.
  build: EVERY_DAY.build,
  docs: script('docs'),
  processes: script('processes'),
  pages: script('pages'),
  browser: script('browser'),
};
const ALL = {
  ...EVERY_DAY,
  ...REST,
  engines: script('engines'),
  // Ten minutes of requests to every port, by path and method.
  listeners: [
    ...script('bench:fuzz'),
    '--',
    '--minutes',
    '10',
    '--target',
    'listeners',
    '--no-keep',
  ],
};
const SUITES = { everyday: EVERY_DAY, rest: REST, all: ALL };

function wrong(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

const { values } = parseArgs({
  options: {
    suite: { type: 'string', default: 'everyday' },
    only: { type: 'string' },
    'keep-going': { type: 'boolean' },
  },
});
const suite = SUITES[values.suite];
if (suite === undefined) wrong(`Unknown suite: ${values.suite}.`);
const wanted = values.only?.split(',') ?? Object.keys(suite);
const unknown = wanted.filter((name) => !Object.hasOwn(ALL, name));
if (unknown.length > 0) {
  wrong(`Unknown check: ${unknown.join(', ')}. Available: ${Object.keys(ALL).join(', ')}`);
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
const say = (text) => process.stdout.write(text);
const runner = new StepRunner();
const failed = [];
const took = [];
const beganMs = performance.now();
for (const name of wanted) {
  say(`\n== ${name}\n`);
  const startedMs = performance.now();
  const passed = await runner.run(ALL[name], say);
  const ms = performance.now() - startedMs;
  took.push([name, ms]);
  say(`== ${name}: ${passed ? 'passed' : 'FAILED'} in ${seconds(ms)}\n`);
  if (passed) continue;
  failed.push(name);
  if (!values['keep-going']) break;
}
runner.close();
say(`\n${took.map(([name, ms]) => `${name} ${seconds(ms)}`).join(', ')}\n`);
say(`total ${seconds(performance.now() - beganMs)}\n`);
if (failed.length > 0) {
  say(`\nFailed: ${failed.join(', ')}. Run one alone: npm test -- --only NAME\n`);
}
say(`\nchecks: ${String(took.length - failed.length)} passed, ${String(failed.length)} failed\n`);
process.exit(failed.length === 0 ? 0 : 1);
