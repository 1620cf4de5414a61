// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { readConfiguration } from './configuration.ts';

function problems(environment: NodeJS.ProcessEnv): readonly string[] {
  const read = readConfiguration(environment);
  return read.ok ? [] : read.reason;
}

describe('a setting that depends on another one', () => {
  it.each([
    [{ PERFUSE_TLS_KEY: 'k' }, 'PERFUSE_TLS_CERTIFICATE and PERFUSE_TLS_KEY must be set together'],
    [{ PERFUSE_OUTBOUND_HOSTS: 'https://a.org' }, 'PERFUSE_OUTBOUND_HOSTS must be a comma-'],
  ])('is refused when they are inconsistent: %o', (environment, line) => {
    expect(problems(environment)).toEqual([expect.stringContaining(line)]);
  });
});

describe('TLS required for every outbound connection', () => {
  const demanding = (environment: NodeJS.ProcessEnv) =>
    problems({ PERFUSE_TLS_OUTBOUND: 'on', ...environment });

  it.each([
    ['postgres://u@db.example/p', false],
    ['postgres://u@db.example/p?sslmode=require', false],
    ['postgres://u@db.example/p?sslmode=no-verify', false],
    ['postgres://u@db.example/p?sslmode=verify-full&sslmode=disable', false],
    ['postgres://u@localhost/p?host=db.example', false],
    ['postgres://u@db.example/p?sslmode=verify-full', true],
    ['postgres://u@127.0.0.1:5432/p', true],
    ['postgres://u@[::1]/p', true],
    ['postgres:///p?host=/var/run/postgresql', true],
  ])('accepts the database %s: %s', (url, isTaken) => {
    expect(demanding({ DATABASE_URL: url })).toEqual(
      isTaken ? [] : ['DATABASE_URL must contain sslmode=verify-full: PERFUSE_TLS_OUTBOUND is on'],
    );
    expect(problems({ DATABASE_URL: url })).toEqual([]);
  });

  it('accepts gateways and collectors over https, or on this machine', () => {
    for (const name of ['PERFUSE_SMS_URL', 'PERFUSE_TRACES_URL']) {
      expect(demanding({ [name]: 'http://gateway.example/send' })).toEqual([
        `${name} must be an https address: PERFUSE_TLS_OUTBOUND is on`,
      ]);
      expect(demanding({ [name]: 'https://gateway.example/send' })).toEqual([]);
      expect(demanding({ [name]: 'http://127.0.0.1:4318/send' })).toEqual([]);
    }
  });
});
