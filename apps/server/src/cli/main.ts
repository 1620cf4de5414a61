// SPDX-License-Identifier: Apache-2.0
import process from 'node:process';
import { removeDrafts } from '../platform/backup/draft.ts';
import { runCommandLine } from './run.ts';

const { env: environment, stdin, stdout, stderr } = process;
// A reader that ends early, such as head, is not a failure.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => {
    removeDrafts();
    process.exit(code);
  });
}
process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment,
  stdin,
  stdout,
  stderr,
});
