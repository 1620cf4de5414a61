// SPDX-License-Identifier: Apache-2.0
/** Finds a Chromium for the browser tests, or installs one; prints its path. */
import path from 'node:path';
import process from 'node:process';
import { bundle } from './bundle.mjs';

process.chdir(path.resolve(import.meta.dirname, '..'));
const { file } = await bundle('packages/browser-harness/src/install-main.ts', '.cache/run/browser');
await import(file);
