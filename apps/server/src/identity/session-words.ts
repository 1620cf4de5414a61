// SPDX-License-Identifier: Apache-2.0
import Bowser from 'bowser';
import type { SessionWords } from '../storage/repositories/devices.ts';

/** More of a user agent is not looked at. */
const LOOKED_AT = 512;
/** A name, and nothing that could be taken for more where it is shown. */
const NAME = /^[A-Za-z][A-Za-z0-9 .+-]{0,39}$/;

const nameOf = (text: string | undefined): string =>
  text !== undefined && NAME.test(text) ? text : '';

/**
 * Browser and system by their names, from what a browser says of itself: enough for a person to know their own, and
 * less than the version numbers by which somebody is told from others.
 * @returns null where nothing is to be had from it.
 */
export function sessionWords(userAgent: string): SessionWords | null {
  if (userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, LOOKED_AT));
  const words = { browser: nameOf(browser.name), system: nameOf(os.name) };
  return words.browser === '' && words.system === '' ? null : words;
}
