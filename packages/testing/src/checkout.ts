// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import path from 'node:path';

function rootAbove(folder: string): string {
  if (existsSync(path.join(folder, 'apps', 'server'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('This program must run inside a checkout of Perfuse.');
  return rootAbove(parent);
}

/** The root of the checkout, also for programs that scripts/run.mjs bundles into .cache. */
export const CHECKOUT = rootAbove(import.meta.dirname);
