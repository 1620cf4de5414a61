// SPDX-License-Identifier: Apache-2.0
/** The Node.js of the container image (deploy/Dockerfile), which `npm run tool node` installs on Linux. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';

function installed(): string | null {
  const name = `node-${process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const program = path.join(path.dirname(manifest), 'bin/node');
    return existsSync(program) ? program : null;
  } catch {
    // Not installed, or not packaged for this platform.
    return null;
  }
}

/** Its program; null where it is not installed. */
export const IMAGE_NODE = installed();
