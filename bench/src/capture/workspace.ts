// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/**
 * The folder of the workspace, above this module or the working directory. (A bundled program lies in .cache, so
 * paths relative to a source file do not hold.)
 */
export function findWorkspace(): string {
  for (const start of [fileURLToPath(new URL('.', import.meta.url)), process.cwd()]) {
    for (let folder = start; folder !== path.dirname(folder); folder = path.dirname(folder)) {
      if (existsSync(path.join(folder, 'bench/src/capture/page/index.html'))) return folder;
    }
  }
  throw new Error('The bench must run inside the workspace.');
}
