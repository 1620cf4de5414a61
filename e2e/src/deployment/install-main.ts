// SPDX-License-Identifier: Apache-2.0
/** Prints the nginx that the tests will use; gets one when there is none. */
import process from 'node:process';
import { ensureNginx } from './find-nginx.ts';

try {
  process.stdout.write(`${ensureNginx((line) => process.stderr.write(`${line}\n`)).program}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
