// SPDX-License-Identifier: Apache-2.0
/** Finds WebKitGTK and Firefox for the tests in other engines, or installs them; says which there are. */
import path from 'node:path';
import process from 'node:process';
import { bundle } from './bundle.mjs';

process.chdir(path.resolve(import.meta.dirname, '..'));
const { file } = await bundle(
  'packages/browser-harness/src/engines/install-main.ts',
  '.cache/run/engines',
);
await import(file);
