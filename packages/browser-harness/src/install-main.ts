// SPDX-License-Identifier: Apache-2.0
/** Prints the browser that the tests and tools will use; installs one if there is none. */
import process from 'node:process';
import { ensureChromium } from './install.ts';

try {
  process.stdout.write(`${ensureChromium((line) => process.stderr.write(`${line}\n`))}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
