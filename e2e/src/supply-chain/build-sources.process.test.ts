// SPDX-License-Identifier: Apache-2.0
/** `npm start` rebuilds an app when any package that it is built from has changed, such as the texts. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
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

it('one build waits for another in the same checkout, even if that is killed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'perfuse-'));
  /** Locks, notes its name in a file, and ends when its input does. */
  const build = (name: string) => {
    const script = `import { appendFileSync } from 'node:fs';
      import { lockBuilds } from './scripts/build.mjs';
      console.log('started');
      lockBuilds('${folder}');
      process.stdin.on('end', () => {
        appendFileSync('${folder}/built', '${name} ');
        process.kill(process.pid, 'SIGKILL');
      }).resume();
      console.log('locked');`;
    return spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd: CHECKOUT });
  };
  const first = build('first');
  for await (const text of first.stdout) if (String(text).includes('locked')) break;
  const second = build('second');
  const ended = once(second, 'close');
  second.stdin.end();
  await once(second.stdout, 'data');
  first.stdin.end();
  await ended;
  expect(await readFile(path.join(folder, 'built'), 'utf8')).toBe('first second ');
  await rm(folder, { recursive: true });
});
