// SPDX-License-Identifier: Apache-2.0
/** Bundles the server's programs: `main.mjs`, `analysis-worker.mjs` and the operator's `perfuse.mjs`. */
import fs from 'node:fs';
import path from 'node:path';
import { bundle } from './bundle.mjs';
import { licenceNotices } from './licence-notices.mjs';

const server = path.resolve(import.meta.dirname, '../apps/server');

/**
 * Packages that cannot be bundled: binaries, which their packages load from beside themselves; the pool, whose threads
 * start from one of its files.
 */
const OUTSIDE = ['@node-rs/argon2', 'libsql', 'piscina'];

/** Unmasks websocket frames. Later versions of Node do so themselves, and the websocket library then uses that. */
const UNMASK = path.join(server, 'src/platform/http/unmask.ts');

/**
 * Bundles their npm packages too: finding and reading their thousand files takes a third of the start-up time. The
 * packages' licences are written beside the programs, to `licences.txt`.
 * @param {string} directory within the checkout, where the programs find the packages that stay outside.
 * @param {{ cleanDir?: boolean }} [options] whether files of earlier bundles are deleted first; false.
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
