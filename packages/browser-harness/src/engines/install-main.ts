// SPDX-License-Identifier: Apache-2.0
/** Prints the engines that the tests will use; installs missing ones if possible. */
import process from 'node:process';
import { installEngines } from './install.ts';

// Tests of a missing engine are skipped, so this does not fail.
for (const line of installEngines()) process.stderr.write(`${line}\n`);
