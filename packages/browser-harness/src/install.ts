// SPDX-License-Identifier: Apache-2.0
/** Installs a Chromium if there is none. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { findChromium } from './chromium.ts';

const MINUTE_MS = 60_000;

export interface Step {
  /** Description of the attempt, for the log. */
  readonly description: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly timeoutMs: number;
}

export interface InstallEnvironment {
  readonly platform: NodeJS.Platform;
  readonly root: boolean;
  readonly has: (command: string) => boolean;
  /** Playwright's command-line program. */
  readonly playwrightCli: string;
}

const PACKAGE_MANAGERS: Readonly<
  Record<string, { readonly commands: readonly (readonly string[])[]; readonly asRoot: boolean }>
> = {
  'apt-get': {
    commands: [
      ['apt-get', 'update'],
      ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
    ],
    asRoot: true,
  },
  dnf: { commands: [['dnf', 'install', '-y', 'chromium']], asRoot: true },
  apk: { commands: [['apk', 'add', 'chromium']], asRoot: true },
  pacman: { commands: [['pacman', '-Sy', '--noconfirm', 'chromium']], asRoot: true },
  brew: { commands: [['brew', 'install', '--cask', 'chromium']], asRoot: false },
};

/**
 * Possible strategies on this machine, in order; the steps of a strategy run one after another. Playwright's own
 * download first; then the same with the libraries that it needs; then the package manager.
 */
export function installStrategies(environment: InstallEnvironment): Step[][] {
  const { root, has, playwrightCli } = environment;
  const mayBecomeRoot = root || has('sudo');
  const asRoot = (words: readonly string[]): readonly string[] =>
    root ? words : ['sudo', '-n', ...words];
  const step = (description: string, words: readonly string[], timeoutMs: number): Step => {
    const [command = '', ...args] = words;
    return { description, command, args, timeoutMs };
  };
  const node = (...args: string[]): string[] => [process.execPath, playwrightCli, ...args];
  const strategies: Step[][] = [
    [step("Playwright's own Chromium", node('install', 'chromium'), 6 * MINUTE_MS)],
  ];
  if (environment.platform === 'linux' && mayBecomeRoot && has('apt-get')) {
    const words = asRoot(node('install-deps', 'chromium'));
    strategies.push([step('the libraries that Chromium needs', words, 6 * MINUTE_MS)]);
  }
  for (const [name, { commands, asRoot: needsRoot }] of Object.entries(PACKAGE_MANAGERS)) {
    if (!has(name) || (needsRoot && !mayBecomeRoot)) continue;
    strategies.push(
      commands.map((words) =>
        step(`Chromium from ${name}`, needsRoot ? asRoot(words) : words, 10 * MINUTE_MS),
      ),
    );
  }
  return strategies;
}

const INSTALL_HELP =
  'No Chromium was found and none could be installed. Install Chromium or Google Chrome yourself ' +
  '(Debian: apt-get install chromium; macOS: brew install --cask chromium), or set PERFUSE_CHROMIUM to the ' +
  'path of one.';

export function hasCommand(command: string): boolean {
  const lookup = process.platform === 'win32' ? 'where' : 'which';
  return spawnSync(lookup, [command], { stdio: 'ignore' }).status === 0;
}

function currentEnvironment(): InstallEnvironment {
  const require = createRequire(import.meta.url);
  const playwright = path.dirname(require.resolve('playwright-core/package.json'));
  return {
    platform: process.platform,
    root: process.getuid?.() === 0,
    has: hasCommand,
    playwrightCli: path.join(playwright, 'cli.js'),
  };
}

export function runStep({ command, args, timeoutMs }: Omit<Step, 'description'>): boolean {
  const { status } = spawnSync(command, args, {
    timeout: timeoutMs,
    // The output of installers goes to stderr, as the log: stdout is for the result.
    stdio: ['ignore', process.stderr.fd, process.stderr.fd],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

/**
 * The path of a Chromium that starts; installs one if there is none.
 * @param log gets one line per attempt.
 * @param find searches for a browser; called again after every strategy.
 * @param strategies to try, in order.
 * @throws Error with instructions when none succeeded.
 */
export function ensureChromium(
  log: (line: string) => void,
  find: () => string | null = findChromium,
  strategies: () => readonly (readonly Step[])[] = () => installStrategies(currentEnvironment()),
): string {
  const found = find();
  if (found !== null) return found;
  for (const strategy of strategies()) {
    log(`No Chromium yet: trying ${strategy[0]?.description ?? ''}.`);
    strategy.every(runStep);
    const installed = find();
    if (installed !== null) return installed;
  }
  throw new Error(INSTALL_HELP);
}
