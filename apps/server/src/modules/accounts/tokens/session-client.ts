// SPDX-License-Identifier: Apache-2.0
import Bowser from 'bowser';
import type { SessionClient } from './session-rows.ts';

/** Plain names only: an unknown program chooses its own, and the list of sessions shows it. */
const nameOf = (text = ''): string => (/^[A-Za-z][A-Za-z\d .+-]{0,39}$/.test(text) ? text : '');

/** Browser and system of a user agent, without versions, which would identify people; null when it is empty. */
export function sessionClient(userAgent: string): SessionClient | null {
  if (userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, 512));
  return { browser: nameOf(browser.name), system: nameOf(os.name) };
}
