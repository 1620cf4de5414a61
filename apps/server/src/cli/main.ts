// SPDX-License-Identifier: Apache-2.0
import process from 'node:process';
import { removeDrafts } from '../platform/backup/draft.ts';
import { EXIT } from './failure.ts';
import { runCommandLine } from './run.ts';

const { env: environment, stdin, stdout, stderr } = process;
// A reader that ends early, such as head, is not a failure.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  stderr.write(`perfuse: The output cannot be written: ${error.message}\n`);
  process.exit(EXIT.failed);
});
for (const [signal, code] of [
  ['SIGHUP', 129],
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
