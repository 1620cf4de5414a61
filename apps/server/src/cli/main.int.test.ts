// SPDX-License-Identifier: Apache-2.0
/**
 * The built program, with the streams and the exit code of a process; what commands do is tested without a process.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { bundledServer } from '../testing/bundled.ts';
import { makeCheckEndless } from '../testing/endless-check.ts';
import { DATABASE_FILE } from '../platform/storage/database.ts';
import { runCommand } from '../testing/command.ts';
import { temporaryFolder } from '../testing/server.ts';

/** A device of Linux without space. */
const FULL = '/dev/full';

let directory: string;
beforeAll(async () => {
  directory = await temporaryFolder();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function run(words: readonly string[], input: string) {
  const child = spawn(
    process.execPath,
    [path.join(await bundledServer(), 'perfuse.mjs'), ...words],
    {
      env: { PERFUSE_DATA_DIR: directory },
    },
  );
  const ended = once(child, 'close');
  child.stdin.end(input);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { code: child.exitCode, output, errors };
}

it('reads a password from stdin, prints the created user, and exits with 3 when refused', async () => {
  await runCommand(['init'], { directory });
  const create = ['user', 'create', '--email', 'jo@example.org', '--password-stdin'];
  const made = await run(create, 'Correct-horse7\n');
  expect(made).toMatchObject({ code: 0, errors: '' });
  expect(made.output).toContain('jo@example.org');
  expect(await run(create, 'Correct-horse7\n')).toEqual({
    code: 3,
    output: '',
    errors: expect.stringMatching(/^perfuse user create: /) as unknown,
  });
});

it('ends without an error when the reader of its output exits early, as head does', async () => {
  const child = spawn(process.execPath, [
    path.join(await bundledServer(), 'perfuse.mjs'),
    '--help',
  ]);
  const ended = once(child, 'close');
  child.stdout.destroy();
  expect(await text(child.stderr)).toBe('');
  await ended;
  expect(child.exitCode).toBe(0);
});

it.skipIf(!existsSync(FULL))('says in one line that its output cannot be written', async () => {
  const full = await open(FULL, 'w');
  const program = path.join(await bundledServer(), 'perfuse.mjs');
  const ended = spawnSync(process.execPath, [program, '--help'], {
    stdio: ['ignore', full.fd, 'pipe'],
    encoding: 'utf8',
  });
  await full.close();
  expect(ended.stderr).toMatch(/^perfuse: The output cannot be written: ENOSPC.*\n$/);
  expect(ended.status).toBe(1);
});

it.each([
  ['interrupted', 'SIGINT', 130],
  ['its terminal closes', 'SIGHUP', 129],
] as const)('removes a partial restore when %s', async (_when, signal, code) => {
  const [pipe, data] = [path.join(directory, signal), path.join(directory, `to-${signal}`)];
  // A backup that never ends.
  await promisify(execFile)('mkfifo', [pipe]);
  const program = path.join(await bundledServer(), 'perfuse.mjs');
  const child = spawn(process.execPath, [program, 'restore', pipe], {
    env: { PERFUSE_DATA_DIR: data },
  });
  const ended = once(child, 'close');
  const writer = await open(pipe, 'w');
  await writer.write('health data');
  const copies = async (): Promise<string[]> =>
    (await readdir(data)).filter((name) => name.includes('partial'));
  await expect.poll(copies).toHaveLength(1);
  child.kill(signal);
  await writer.close();
  await ended;
  expect(child.exitCode).toBe(code);
  expect(existsSync(data)).toBe(false);
});

it('ends a backup when interrupted, even while SQLite works, and removes its copy', async () => {
  const data = path.join(directory, 'slow');
  await runCommand(['init'], { directory: data });
  makeCheckEndless(path.join(data, DATABASE_FILE));
  const program = path.join(await bundledServer(), 'perfuse.mjs');
  const child = spawn(process.execPath, [program, 'backup', path.join(directory, 'never')], {
    env: { PERFUSE_DATA_DIR: data },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  const copies = async (): Promise<string[]> =>
    (await readdir(directory)).filter((name) => name.startsWith('never'));
  await expect.poll(copies).toHaveLength(1);
  child.kill('SIGINT');
  await ended;
  expect(child.exitCode).toBe(130);
  expect(await copies()).toEqual([]);
});
