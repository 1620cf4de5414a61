// SPDX-License-Identifier: Apache-2.0
/** What a release changes and refuses, in the files of this checkout and in a made-up one with a history. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  changedMigrations,
  changelogAt,
  guideAt,
  lockAt,
  manifestAt,
  sumsFile,
  versionProblem,
} from '../../../scripts/release/plan.mjs';

const OWN = new Set(['perfuse', '@perfuse/contract', '@perfuse/server']);

describe('a version', () => {
  it.each([
    ['0.1.1', '0.1.0'],
    ['0.2.0', '0.1.9'],
    ['0.10.0', '0.9.0'],
    ['1.0.0', '0.99.99'],
  ])('%s follows %s', (version, current) => {
    expect(versionProblem(version, current)).toBeNull();
  });

  it.each(['0.2.0', '0.1.9', 'v0.3.0', '0.3', '0.03.0', '0.3.0-rc.1', ''])(
    '%j does not follow 0.2.0',
    (version) => {
      expect(versionProblem(version, '0.2.0')).not.toBeNull();
    },
  );
});

describe('the files of a version', () => {
  const read = (file: string): string => readFileSync(path.join(CHECKOUT, file), 'utf8');

  it('keep every byte that is not a version of our own packages', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    for (const file of ['package.json', 'apps/server/package.json']) {
      expect(manifestAt(read(file), OWN, version)).toBe(read(file));
    }
    expect(lockAt(read('package-lock.json'), OWN, version)).toBe(read('package-lock.json'));
  });

  it('have it in all own packages and in their dependents, and nowhere else', () => {
    const manifest = {
      name: '@perfuse/server',
      version: '0.1.0',
      dependencies: { '@perfuse/contract': '0.1.0', other: '0.1.0' },
    };
    const raised = {
      ...manifest,
      version: '0.2.0',
      dependencies: { '@perfuse/contract': '0.2.0', other: '0.1.0' },
    };
    expect(JSON.parse(manifestAt(JSON.stringify(manifest), OWN, '0.2.0'))).toEqual(raised);
    const link = { resolved: 'apps/server', link: true };
    const foreign = { version: '0.1.0', dependencies: { deeper: '0.1.0' } };
    const lock = {
      name: 'perfuse',
      version: '0.1.0',
      packages: {
        '': { name: 'perfuse', version: '0.1.0' },
        'apps/server': manifest,
        'node_modules/@perfuse/server': link,
        'node_modules/other': foreign,
      },
    };
    expect(JSON.parse(lockAt(JSON.stringify(lock), OWN, '0.2.0'))).toEqual({
      name: 'perfuse',
      version: '0.2.0',
      packages: {
        '': { name: 'perfuse', version: '0.2.0' },
        'apps/server': raised,
        'node_modules/@perfuse/server': link,
        'node_modules/other': foreign,
      },
    });
  });

  it('have the changelog entries under the version, below an empty Unreleased section', () => {
    const text =
      '# Changelog\n\n## Unreleased\n\n- New.\n- Newer.\n\n## 0.1.0 (2030-01-01)\n\n- First.\n';
    expect(changelogAt(text, '0.2.0', '2030-02-03')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2030-02-03)\n\n- New.\n- Newer.\n\n## 0.1.0 (2030-01-01)\n\n- First.\n',
    );
    expect(changelogAt('# C\n\n## Unreleased\n\n- A.\n', '0.1.1', '2030-02-03')).toBe(
      '# C\n\n## Unreleased\n\n## 0.1.1 (2030-02-03)\n\n- A.\n',
    );
    expect(() =>
      changelogAt('# C\n\n## Unreleased\n\n## 0.1.0\n\n- A.\n', '0.2.0', '2030-02-03'),
    ).toThrow('nothing');
    expect(() => changelogAt('# C\n', '0.2.0', '2030-02-03')).toThrow('no heading');
  });

  it('have the new file names of packed packages in the guides', () => {
    const text = 'npm install perfuse-embed-0.1.0.tgz perfuse-other-0x1.0.tgz # since 0.1.0';
    expect(guideAt(text, '0.1.0', '0.2.0')).toBe(
      'npm install perfuse-embed-0.2.0.tgz perfuse-other-0x1.0.tgz # since 0.1.0',
    );
  });

  it('have checksums in the format of sha256sum, sorted by name', () => {
    expect(
      sumsFile([
        ['b.tgz', '22'],
        ['a.tgz', '11'],
      ]),
    ).toBe('11  a.tgz\n22  b.tgz\n');
  });

  it('keep every released migration unchanged; new ones may be added', () => {
    const folder = 'apps/server/src/platform/storage/migrations';
    const lines = [
      `M\t${folder}/0001-first.ts`,
      `A\t${folder}/0002-new.ts`,
      `D\t${folder}/0003-old.ts`,
      `M\t${folder}/README.md`,
    ];
    expect(changedMigrations(lines.join('\n'))).toEqual([
      `${folder}/0001-first.ts`,
      `${folder}/0003-old.ts`,
    ]);
    expect(changedMigrations('')).toEqual([]);
  });
});

describe('npm run release', () => {
  const MIGRATION = 'apps/server/src/platform/storage/migrations/0001-first.ts';
  let root: string;
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...words], {
      cwd: root,
      encoding: 'utf8',
    });
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const commit = (message: string): void => {
    git('add', '--all');
    git('commit', '--quiet', '-m', message);
  };
  const release = (...words: readonly string[]) => {
    const script = path.join(CHECKOUT, 'scripts/release.mjs');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [script, '--root', root, '--dry-run', '--date', '2030-02-03', ...words],
      { encoding: 'utf8' },
    );
    return { status, stdout, stderr };
  };

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'perfuse-'));
    const manifest = { name: 'perfuse', version: '0.1.0' };
    write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
    write('package-lock.json', JSON.stringify({ ...manifest, packages: { '': manifest } }));
    write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n- New.\n');
    write(MIGRATION, 'export const first = 1;\n');
    git('init', '--quiet');
    commit('Begin');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('reports in a dry run the changes, the skipped checks and the frozen migrations, and changes nothing', () => {
    const { status, stdout } = release('0.2.0', '--skip-checks');
    expect(status).toBe(0);
    expect(stdout).toContain('0.1.0 becomes 0.2.0 (2030-02-03) in 3 files');
    expect(stdout).toContain('CHECKS SKIPPED (--skip-checks)');
    expect(stdout).toContain('from now on its migrations are frozen');
    expect(git('status', '--porcelain')).toBe('');
    expect(git('tag')).toBe('');
  });

  it('refuses a dirty tree, a version that is not newer, an existing tag and an empty changelog', () => {
    write('left.txt', 'over');
    expect(release('0.2.0')).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('left.txt') as unknown,
    });
    commit('Add');
    expect(release('0.1.0')).toMatchObject({ status: 3 });
    git('tag', 'v0.2.0');
    expect(release('0.2.0')).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('v0.2.0') as unknown,
    });
    write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n');
    commit('Empty');
    expect(release('0.3.0')).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('nothing') as unknown,
    });
    expect(release()).toMatchObject({ status: 2 });
  });

  it('refuses a change to a released migration, and accepts one before the release', () => {
    write(MIGRATION, 'export const first = 2;\n');
    commit('Change before the first release');
    expect(release('0.2.0')).toMatchObject({ status: 0 });
    git('tag', 'v0.1.0');
    write(MIGRATION, 'export const first = 3;\n');
    commit('Change after it');
    expect(release('0.2.0')).toMatchObject({
      status: 3,
      stderr: expect.stringContaining(MIGRATION) as unknown,
    });
  });
});
