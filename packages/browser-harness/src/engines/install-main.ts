// SPDX-License-Identifier: Apache-2.0
/** Prints the engines that the tests will use; installs them where that is possible. */
import process from 'node:process';
import { installEngines } from './install.ts';

// Tests of an engine that is missing are skipped: no failure.
for (const line of installEngines()) process.stderr.write(`${line}\n`);
