// SPDX-License-Identifier: Apache-2.0
/**
 * Type-checks each part against only the globals it may use: none, the browser's, Node's, or both in Node programs that
 * evaluate code in pages.
 *
 * The parts run side by side with few checkers each: several checkers in one part check the types they share several
 * times over, which costs more than it saves on few cores. The first part that fails is reported and ends the others.
 */
import { spawn } from 'node:child_process';
import os from 'node:os';
import process from 'node:process';

/** The largest first. */
const PARTS = ['mixed', 'node', 'web', 'pure'];
const checkers = Math.min(4, Math.max(1, Math.floor(os.availableParallelism() / 2)));

// The program itself instead of its launcher in bin/, whose child process would outlive it when it is killed.
const { default: compilerPath } = await import(
  new URL('./lib/getExePath.js', import.meta.resolve('@typescript/native/package.json')).href
);
const compiler = compilerPath();

const running = new Set();
const check = (part) =>
  new Promise((resolve, reject) => {
    const options = [
      '--checkers',
      String(checkers),
      '--pretty',
      String(process.stderr.isTTY === true),
    ];
    const child = spawn(compiler, ['-p', `tsconfig.${part}.json`, ...options]);
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      if (code === 0) resolve();
      else reject(new Error(`${output}tsconfig.${part}.json does not type-check.`));
    });
  });

try {
  await Promise.all(PARTS.map(check));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
  for (const child of running) child.kill();
}
