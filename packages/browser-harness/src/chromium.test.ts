// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findChromium, type Machine } from './chromium.ts';
import {
  ensureChromium,
  installStrategies,
  type InstallEnvironment,
  type Step,
} from './install.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'perfuse-machine-'));
});
afterEach(() => rm(home, { recursive: true }));

async function program(file: string, script: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

const WORKS = 'echo "Chromium 150.0.1"';
// A platform without default locations, so that only what the test creates can be found.
const machine = (env: Machine['env']): Machine => ({ platform: 'freebsd', env, home });

describe.skipIf(process.platform === 'win32')('Finding a Chromium', () => {
  it('prefers the one that PERFUSE_CHROMIUM names', async () => {
    const chosen = await program(path.join(home, 'mine'), WORKS);
    await program(path.join(home, 'bin', 'chromium'), WORKS);
    const env = { PERFUSE_CHROMIUM: chosen, PATH: path.join(home, 'bin') };
    expect(findChromium(machine(env))).toBe(chosen);
  });

  it('reports that PERFUSE_CHROMIUM names something that does not start', async () => {
    const broken = await program(path.join(home, 'broken'), 'exit 1');
    expect(() => findChromium(machine({ PERFUSE_CHROMIUM: broken }))).toThrow(/PERFUSE_CHROMIUM/);
    const missing = path.join(home, 'missing');
    expect(() => findChromium(machine({ PERFUSE_CHROMIUM: missing }))).toThrow(/not a browser/);
  });

  it('skips a stub that only says where to get a browser', async () => {
    await program(
      path.join(home, 'bin', 'chromium'),
      'echo "install it from the shop" >&2; exit 1',
    );
    const real = await program(path.join(home, 'bin', 'google-chrome'), WORKS);
    expect(findChromium(machine({ PATH: path.join(home, 'bin') }))).toBe(real);
  });

  it("finds the newest of Playwright's downloads", async () => {
    const cache = path.join(home, 'cache');
    await program(path.join(cache, 'chromium-900', 'chrome-linux', 'chrome'), WORKS);
    const newest = await program(
      path.join(cache, 'chromium-1200', 'chrome-linux64', 'chrome'),
      WORKS,
    );
    await mkdir(path.join(cache, 'firefox-2000'));
    expect(findChromium(machine({ PLAYWRIGHT_BROWSERS_PATH: cache }))).toBe(newest);
  });

  it('finds nothing where there is nothing', () => {
    expect(findChromium(machine({ PATH: home }))).toBeNull();
  });
});

describe('Ways to install a Chromium', () => {
  const environment: InstallEnvironment = {
    platform: 'linux',
    root: true,
    has: () => false,
    playwrightCli: '/cli.js',
  };
  const words = (given: Partial<InstallEnvironment>): string[] =>
    installStrategies({ ...environment, ...given }).flatMap((strategy) =>
      strategy.map(({ command, args }) => [path.basename(command), ...args].join(' ')),
    );
  const only =
    (...commands: string[]) =>
    (command: string): boolean =>
      commands.includes(command);

  it("start with Playwright's own download, which needs no root privileges", () => {
    const [first] = words({ root: false });
    expect(first).toMatch(/cli\.js install chromium$/);
    expect(words({ root: false })).toHaveLength(1);
  });

  it('use the available package manager', () => {
    expect(words({ has: only('apt-get') })).toContain(
      'apt-get install -y --no-install-recommends chromium',
    );
    expect(words({ has: only('apk') })).toContain('apk add chromium');
    expect(words({ platform: 'darwin', root: false, has: only('brew') })).toContain(
      'brew install --cask chromium',
    );
  });

  it('never prompt for a password: sudo fails instead of waiting', () => {
    const asUser = words({ root: false, has: only('apt-get', 'sudo') });
    expect(asUser).toContain('sudo -n apt-get update');
    expect(words({ root: false, has: only('apt-get') })).toHaveLength(1);
  });

  it('all have a time limit', () => {
    const strategies = installStrategies({ ...environment, has: () => true });
    for (const step of strategies.flat()) expect(step.timeoutMs).toBeGreaterThan(0);
  });
});

describe.skipIf(process.platform === 'win32')('Ensuring a Chromium', () => {
  const step = (description: string, script: string, timeoutMs = 10_000): Step => ({
    description,
    command: '/bin/sh',
    args: ['-c', script],
    timeoutMs,
  });

  it('tries one strategy after the other until a browser is installed', () => {
    const file = path.join(home, 'bin', 'chromium');
    const install = `mkdir -p ${path.dirname(file)} && printf '#!/bin/sh\\n${WORKS}\\n' > ${file} && chmod +x ${file}`;
    const tried: string[] = [];
    const found = ensureChromium(
      (line) => tried.push(line),
      () => findChromium(machine({ PATH: path.join(home, 'bin') })),
      () => [
        [step('a download', 'exit 1'), step('never reached', `touch ${home}/reached`)],
        // Replaces the shell: a child would outlive it and hold this process's output open.
        [step('a sleeper', 'exec sleep 60', 200)],
        [step('a package', install)],
        [step('too late', 'exit 1')],
      ],
    );
    expect(found).toBe(file);
    expect(tried.join()).toMatch(/a download.*a sleeper.*a package/);
    expect(tried).toHaveLength(3);
    expect(existsSync(path.join(home, 'reached'))).toBe(false);
  });

  it('says what to do when no strategy succeeds', () => {
    const nothing = (): null => null;
    expect(() =>
      ensureChromium(
        () => undefined,
        nothing,
        () => [],
      ),
    ).toThrow(/PERFUSE_CHROMIUM/);
  });
});
