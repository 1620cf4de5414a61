// SPDX-License-Identifier: Apache-2.0
/** The other engines as Debian packages them: their locations on this machine. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The packages that contain them. */
export const DEBIAN_PACKAGES = [
  'firefox-esr',
  'webkit2gtk-driver',
  'xvfb',
  // For WebKit's video decoding and its cameras.
  'gstreamer1.0-plugins-good',
  'gstreamer1.0-plugins-bad',
  'gstreamer1.0-libav',
] as const;

export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  readonly display: string;
}

function onPath(names: readonly string[]): string | null {
  for (const name of names) {
    const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  return null;
}

/** Debian installs it next to the library, in a folder with the library's version in its name. */
function miniBrowser(): string | null {
  const root = '/usr/lib';
  for (const architecture of existsSync(root) ? readdirSync(root) : []) {
    for (const version of ['webkit2gtk-4.1', 'webkit2gtk-4.0']) {
      const file = path.join(root, architecture, version, 'MiniBrowser');
      if (existsSync(file)) return file;
    }
  }
  return null;
}

/** WebKitGTK's driver, its MiniBrowser, and a virtual display; null when one is missing. */
export function findWebKit(): WebKitPrograms | null {
  const driver = onPath(['WebKitWebDriver']);
  const display = onPath(['Xvfb']);
  const browser = miniBrowser();
  return driver === null || display === null || browser === null
    ? null
    : { driver, browser, display };
}

/** Firefox itself, which needs no driver; null if not installed. */
export const findFirefox = (): string | null => onPath(['firefox-esr', 'firefox']);
