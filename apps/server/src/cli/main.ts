// SPDX-License-Identifier: Apache-2.0
import process from 'node:process';
import { runCommandLine } from './run.ts';

const { env: environment, stdin, stdout, stderr } = process;
process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment,
  stdin,
  stdout,
  stderr,
});
