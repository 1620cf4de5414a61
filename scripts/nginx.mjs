// SPDX-License-Identifier: Apache-2.0
/** Finds an nginx for the tests of deploy/nginx.conf, or gets one; prints its path. */
import path from 'node:path';
import process from 'node:process';
import { bundle } from './bundle.mjs';

process.chdir(path.resolve(import.meta.dirname, '..'));
const { file } = await bundle('e2e/src/deployment/install-main.ts', '.cache/run/nginx');
await import(file);
