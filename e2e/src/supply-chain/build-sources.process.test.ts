// SPDX-License-Identifier: Apache-2.0
/** `npm start` rebuilds an app when any package that it is built from has changed, such as the texts. */
import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { expect, it } from 'vitest';

async function foldersOf(app: string): Promise<readonly string[]> {
  const script = `import { foldersOf } from './scripts/build.mjs'; console.log(foldersOf('${app}').join());`;
  const options = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: CHECKOUT });
  return stdout.trim().split(',');
}

it.each([
  ['apps/web', ['apps/web', 'packages/locales', 'packages/ui', 'packages/extractor']],
  ['apps/admin', ['apps/admin', 'packages/ui', 'packages/contract']],
  ['apps/server', ['apps/server', 'packages/locales', 'packages/vitals']],
])('%s is built from its own folder and those of its packages', async (app, some) => {
  expect(await foldersOf(app)).toEqual(expect.arrayContaining(some));
});
