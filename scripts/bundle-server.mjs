// SPDX-License-Identifier: Apache-2.0
/** Bundles the server's programs: `main.mjs`, `analysis-worker.mjs` and the operator's `perfuse.mjs`. */
import fs from 'node:fs';
import path from 'node:path';
import { bundle } from './bundle.mjs';
import { licenceNotices } from './licence-notices.mjs';

const server = path.resolve(import.meta.dirname, '../apps/server');

/**
 * What cannot go in: binaries, which their packages look for beside themselves; the pool, whose threads start from a
 * file of its own.
 */
const OUTSIDE = ['@node-rs/argon2', 'libsql', 'piscina'];

/** Node takes masks off itself from a later version on, which the websocket library then calls. */
const UNMASK = path.join(server, 'src/platform/http/unmask.ts');

/**
 * Their npm packages go in too: found and read one by one, their thousand files are a third of a start. The packages'
 * licences are kept beside the programs, in `licences.txt`.
 * @param {string} directory within the checkout, where the programs find what stays outside.
 * @param {{ cleanDir?: boolean }} [options] whether files of earlier bundles go first; false.
 */
export async function bundleServer(directory, { cleanDir = false } = {}) {
  const { modules } = await bundle(
    {
      main: path.join(server, 'src/main.ts'),
      'analysis-worker': path.join(server, 'src/modules/analysis/worker.ts'),
      perfuse: path.join(server, 'src/cli/main.ts'),
    },
    directory,
    { cleanDir, outside: OUTSIDE, inPlaceOf: { bufferutil: UNMASK } },
  );
  fs.writeFileSync(path.join(directory, 'licences.txt'), licenceNotices(modules));
}
