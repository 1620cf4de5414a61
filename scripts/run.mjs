// SPDX-License-Identifier: Apache-2.0
/**
 * Runs a TypeScript program of the workspace: `node scripts/run.mjs path/to/main.ts [arguments]`.
 * Bundled by rolldown into .cache first, because Node 20 does not read TypeScript.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { bundle } from './bundle.mjs';

const [entry, ...args] = process.argv.slice(2);
if (entry === undefined) {
  process.stderr.write('usage: node scripts/run.mjs FILE.ts [arguments]\n');
  process.exit(2);
}
const { file } = await bundle(entry, path.join('.cache', 'run', entry.replace(/[\\/]/g, '-')));
const child = spawn(process.execPath, ['--enable-source-maps', file, ...args], {
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
