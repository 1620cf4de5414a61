// SPDX-License-Identifier: Apache-2.0
/** Type-checks each part against only the globals it may use: none, the browser's, Node's. */
import { spawnSync } from 'node:child_process';
import process from 'node:process';

for (const part of ['pure', 'web', 'node']) {
  const { status } = spawnSync('npx', ['tsc', '-p', `tsconfig.${part}.json`], { stdio: 'inherit' });
  if (status !== 0) {
    process.stderr.write(`tsconfig.${part}.json does not type-check.\n`);
    process.exit(status ?? 1);
  }
}
