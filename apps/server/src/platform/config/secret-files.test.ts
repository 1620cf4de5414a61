// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeConfiguration, readConfiguration } from './configuration.ts';

describe('a secret in a file', () => {
  const url = 'postgres://perfuse:hunter2@db/perfuse';
  let directory: string;
  const at = (name: string): string => path.join(directory, name);
  beforeAll(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'perfuse-'));
    writeFileSync(at('url'), `${url}\n`);
    writeFileSync(at('empty'), '\n');
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('sets its variable, without the trailing newline, and is not printed', () => {
    const read = readConfiguration({ DATABASE_URL_FILE: at('url') });
    if (!read.ok) throw new Error(read.reason.join());
    expect(read.value.DATABASE_URL).toBe(url);
    expect(describeConfiguration(read.value)).toContain('DATABASE_URL=(set)');
    expect(describeConfiguration(read.value)).not.toContain('hunter2');
  });

  it.each([
    [{ DATABASE_URL_FILE: '/nowhere/url' }, 'DATABASE_URL_FILE must name a file'],
    [{ DATABASE_URL_FILE: 'EMPTY' }, 'DATABASE_URL_FILE must name a file'],
    [
      { DATABASE_URL_FILE: 'URL', DATABASE_URL: url },
      'DATABASE_URL and DATABASE_URL_FILE are both',
    ],
    [{ DATABASE_URL: 'mysql://db/perfuse' }, 'DATABASE_URL must be postgres://'],
    [{ PERFUSE_DEMO_FILE: 'URL' }, 'PERFUSE_DEMO_FILE is not a setting'],
  ])('is refused with the name of its variable: %j', (environment, line) => {
    const named = Object.entries(environment).map(([name, value]) => [
      name,
      value === 'EMPTY' ? at('empty') : value === 'URL' ? at('url') : value,
    ]);
    const read = readConfiguration(Object.fromEntries(named) as NodeJS.ProcessEnv);
    expect(read).toMatchObject({ ok: false, reason: [expect.stringContaining(line)] });
  });
});
