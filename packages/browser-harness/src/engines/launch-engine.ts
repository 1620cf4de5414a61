// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@perfuse/testing/local-server';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { until } from '@perfuse/testing/waiting';
import { openBidi } from './bidi-session.ts';
import type { EngineDriver, EngineOptions } from './engine-driver.ts';
import { findFirefox, findWebKit } from './installed.ts';
import { startProgram } from './program.ts';
import { openWebDriver } from './webdriver-session.ts';

/** By default, its toolbar is wider than a phone. */
const NARROW =
  '* { font-size: 1px; min-width: 0; padding: 0; margin: 0; border: none; -gtk-icon-transform: scale(0.1); }';
/** Larger than any window of a test. */
const DISPLAY = '2000x1600x24';

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/**
 * WebKitGTK's MiniBrowser with its mock camera, on its own virtual display.
 * @throws Error if it is not installed.
 */
export async function launchWebKit(options: EngineOptions): Promise<EngineDriver> {
  const programs = findWebKit();
  if (programs === null) throw new Error('WebKitGTK with its driver is not on this machine.');
  const display = startProgram(programs.display, [
    '-displayfd',
    '1',
    ...['-screen', '0', DISPLAY],
    ...['-nolisten', 'tcp'],
  ]);
  const home = temporaryDirectory('webkit');
  const theme = path.join(home.path, 'gtk-3.0');
  mkdirSync(theme);
  writeFileSync(path.join(theme, 'gtk.css'), NARROW);
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const driver = startProgram(programs.driver, [`--port=${String(port)}`], {
    DISPLAY: `:${await display.says(/^(\d+)\s/m)}`,
    GDK_BACKEND: 'x11',
    HOME: home.path,
    XDG_CACHE_HOME: home.path,
    XDG_DATA_HOME: home.path,
    XDG_CONFIG_HOME: home.path,
    LC_ALL: 'C',
  });
  const stop = async (): Promise<void> => {
    await driver.stop();
    await display.stop();
    home.remove();
  };
  try {
    await until(async () => ((await answers(`${url}/status`)) ? true : undefined), 'the driver');
    const browserOptions = {
      binary: programs.browser,
      args: ['--automation', '--enable-media-stream=TRUE', '--enable-mock-capture-devices=TRUE'],
    };
    const session = await openWebDriver(
      url,
      { 'webkitgtk:browserOptions': browserOptions },
      options,
    );
    return {
      ...session,
      close: async () => {
        await session.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const PREFERENCES = {
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-US',
  // A camera with a test pattern, without a permission prompt.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
} as const;

/**
 * A headless Firefox with its fake camera.
 * @throws Error if it is not installed.
 */
export async function launchFirefox(options: EngineOptions): Promise<EngineDriver> {
  const program = findFirefox();
  if (program === null) throw new Error('Firefox is not on this machine.');
  const profile = temporaryDirectory('firefox');
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(path.join(profile.path, 'user.js'), lines.join(''));
  const browser = startProgram(
    program,
    ['--headless', '--remote-debugging-port=0', '--profile', profile.path, '--no-remote'],
    { HOME: profile.path },
  );
  const stop = async (): Promise<void> => {
    await browser.stop();
    profile.remove();
  };
  try {
    const session = await openBidi(
      await browser.says(/WebDriver BiDi listening on (ws:\/\/\S+)/),
      options,
    );
    return {
      ...session,
      close: async () => {
        await session.close().catch(() => undefined);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
