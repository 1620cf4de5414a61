// SPDX-License-Identifier: Apache-2.0
/** Finds a Chromium on this machine. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
];

const KNOWN_PATHS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['/usr/lib/chromium/chromium', '/opt/google/chrome/chrome', '/snap/bin/chromium'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
};
const WINDOWS_PATHS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];
const VERSION_LIMIT_MS = 20_000;

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

const currentMachine = (): Machine => ({
  platform: process.platform,
  env: process.env,
  home: homedir(),
});

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** A browser with missing libraries, or a stub that only points to a shop, does not print its version. */
function runs(file: string, platform: NodeJS.Platform): boolean {
  // On Windows the option opens a window instead.
  if (platform === 'win32') return true;
  const { status, stdout } = spawnSync(file, ['--version'], {
    timeout: VERSION_LIMIT_MS,
    encoding: 'utf8',
  });
  return status === 0 && /\d+\.\d+/.test(stdout);
}

function onPath({ env, platform }: Machine): string[] {
  const separator = platform === 'win32' ? ';' : ':';
  const suffix = platform === 'win32' ? '.exe' : '';
  const directories = (env['PATH'] ?? '').split(separator).filter((entry) => entry !== '');
  return NAMES.flatMap((name) => directories.map((entry) => path.join(entry, name + suffix)));
}

function knownPaths({ env, platform }: Machine): readonly string[] {
  if (platform !== 'win32') return KNOWN_PATHS[platform] ?? [];
  const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap(
    (name) => env[name] ?? [],
  );
  return roots.flatMap((root) => WINDOWS_PATHS.map((place) => path.join(root, place)));
}

function playwrightCache({ env, platform, home }: Machine): string {
  const chosen = env['PLAYWRIGHT_BROWSERS_PATH'];
  if (chosen !== undefined && chosen !== '' && chosen !== '0') return chosen;
  if (platform === 'darwin') return path.join(home, 'Library', 'Caches', 'ms-playwright');
  if (platform === 'win32') {
    return path.join(env['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local'), 'ms-playwright');
  }
  return path.join(env['XDG_CACHE_HOME'] ?? path.join(home, '.cache'), 'ms-playwright');
}

const listDirectory = (directory: string): string[] => {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
};

/** Browsers that Playwright downloads, newest first. */
function playwrightDownloads(machine: Machine): string[] {
  const cache = playwrightCache(machine);
  const inside = [
    ['chrome'],
    ['chrome.exe'],
    ['Chromium.app', 'Contents', 'MacOS', 'Chromium'],
    ['Google Chrome for Testing.app', 'Contents', 'MacOS', 'Google Chrome for Testing'],
  ];
  return listDirectory(cache)
    .filter((entry) => /^chromium-\d+$/.test(entry))
    .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
    .flatMap((entry) =>
      listDirectory(path.join(cache, entry)).map((folder) => path.join(entry, folder)),
    )
    .flatMap((folder) => inside.map((parts) => path.join(cache, folder, ...parts)));
}

/**
 * Searches for a Chromium that starts: `PERFUSE_CHROMIUM`, the PATH, the default locations, Playwright's downloads.
 * @returns its path, or null when there is none.
 * @throws Error when `PERFUSE_CHROMIUM` is set to something that does not start.
 */
export function findChromium(machine: Machine = currentMachine()): string | null {
  const chosen = machine.env['PERFUSE_CHROMIUM'];
  if (chosen !== undefined && chosen !== '') {
    if (isProgram(chosen) && runs(chosen, machine.platform)) return chosen;
    throw new Error(`PERFUSE_CHROMIUM names ${chosen}, which is not a browser that starts.`);
  }
  const candidates = [...onPath(machine), ...knownPaths(machine), ...playwrightDownloads(machine)];
  return candidates.find((file) => isProgram(file) && runs(file, machine.platform)) ?? null;
}
