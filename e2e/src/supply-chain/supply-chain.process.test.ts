// SPDX-License-Identifier: Apache-2.0
/** The supply-chain check on made-up checkouts: each fault that it must find, and what it accepts. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SCRIPT = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  '../../../scripts/supply-chain.mjs',
);
const INTEGRITY = `sha512-${'A'.repeat(86)}==`;
const GOOD = { version: '1.0.0', license: 'MIT', integrity: INTEGRITY } as const;

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'perfuse-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (file: string, content: unknown): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), JSON.stringify(content));
};

interface Checkout {
  readonly packages?: Readonly<Record<string, object>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly advisories?: readonly object[];
}

/** @returns the faults found, and whether the check fails. */
function check({ packages = {}, dependencies = {}, advisories = [] }: Checkout) {
  const locked = Object.fromEntries(
    Object.entries(packages).map(([name, entry]) => [`node_modules/${name}`, entry]),
  );
  write('package.json', { name: 'made-up', dependencies });
  write('package-lock.json', { packages: { '': { dependencies }, ...locked } });
  write('audit.json', { vulnerabilities: { some: { via: advisories } } });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [SCRIPT, '--root', root, '--audit-report', path.join(root, 'audit.json')],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  const wrong = [...stdout.matchAll(/^ {2}WRONG (.*)$/gm)].map((match) => String(match[1]));
  expect(status).toBe(wrong.length === 0 ? 0 : 1);
  return wrong;
}

test('pinned dependencies with a strong hash and an allowed licence pass', () => {
  const packages = {
    one: GOOD,
    'one/node_modules/two': { ...GOOD, license: '(MIT OR GPL-3.0)' },
    three: { ...GOOD, license: '(Apache-2.0 AND (ISC OR SSPL-1.0))' },
  };
  const dependencies = { one: '1.0.0', three: '1.0.0-beta.1', alias: 'npm:@some/four@1.0.0' };
  expect(check({ packages, dependencies })).toEqual([]);
});

test('licences that are not allowed, missing or unparseable are reported', () => {
  const licences = ['GPL-3.0-only', 'MIT AND AGPL-3.0', '(MIT', 'MIT OR', 'UNLICENSED', undefined];
  const packages = Object.fromEntries(
    licences.map((license, at) => [`p${String(at)}`, { ...GOOD, license }]),
  );
  expect(check({ packages })).toHaveLength(licences.length);
});

test('versions that are not pinned are reported', () => {
  const ranges = { a: '^1.0.0', b: '1.x', c: 'latest', d: '>=1.0.0 <2.0.0', e: '1' };
  const open = { ...ranges, f: 'github:x/y', g: 'npm:some@^1.0.0', h: 'npm:some' };
  expect(check({ dependencies: open })).toHaveLength(Object.keys(open).length);
});

test('packages without a strong hash, or from another source, are reported', () => {
  const packages = {
    none: { ...GOOD, integrity: undefined },
    weak: { ...GOOD, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
    elsewhere: { ...GOOD, resolved: 'https://evil.example/x.tgz' },
    git: { ...GOOD, resolved: 'git+ssh://git@github.com/x/y.git#1' },
  };
  expect(check({ packages })).toHaveLength(4);
});

test('no package runs a script when it is installed', () => {
  expect(readFileSync(path.resolve(SCRIPT, '../../.npmrc'), 'utf8')).toContain(
    'ignore-scripts=true',
  );
});

test('serious vulnerabilities are reported, once each, and lesser ones pass', () => {
  const advisory = (severity: string, url: string) => ({ name: 'some', title: 'T', severity, url });
  const advisories = [
    advisory('critical', 'https://a'),
    advisory('high', 'https://b'),
    advisory('high', 'https://b'),
    advisory('moderate', 'https://c'),
  ];
  expect(check({ advisories })).toEqual([
    'some: critical, T (https://a)',
    'some: high, T (https://b)',
  ]);
});
