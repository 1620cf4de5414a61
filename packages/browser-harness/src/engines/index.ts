// SPDX-License-Identifier: Apache-2.0
/** The other engines: WebKitGTK and Firefox, as Debian packages them, driven by W3C WebDriver and WebDriver BiDi. */
export type { EngineDriver, EngineOptions } from './engine-driver.ts';
export { enginePage, type EnginePage } from './engine-page.ts';
export { findFirefox, findWebKit } from './installed.ts';
export { launchFirefox, launchWebKit } from './launch-engine.ts';
