// SPDX-License-Identifier: Apache-2.0
import process from 'node:process';
import { runCommandLine } from './run.ts';

const { env: environment, stdin, stdout, stderr } = process;
// A reader that ends early, such as head, is no failure.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment,
  stdin,
  stdout,
  stderr,
});
