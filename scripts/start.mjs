// SPDX-License-Identifier: Apache-2.0
/**
 * `npm start`: builds what changed, then runs the server in this process. The build runs in a separate process: it sets
 * NODE_ENV and holds memory that a server should not inherit.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';

process.chdir(path.resolve(import.meta.dirname, '..'));
const build = spawnSync(process.execPath, ['scripts/build.mjs'], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
if (build.status !== 0) process.exit(build.status ?? 1);
await import('../apps/server/dist/main.mjs');
