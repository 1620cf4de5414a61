// SPDX-License-Identifier: Apache-2.0
/** `npm start`: builds what changed, then runs the server in this process. */
import path from 'node:path';
import process from 'node:process';
import { buildAll } from './build.mjs';

process.chdir(path.resolve(import.meta.dirname, '..'));
await buildAll({ log: (line) => process.stderr.write(`${line}\n`) });
await import('../apps/server/dist/main.mjs');
