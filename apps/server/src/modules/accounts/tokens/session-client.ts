// SPDX-License-Identifier: Apache-2.0
import Bowser from 'bowser';
import type { SessionClient } from './session-rows.ts';

/** Names only: an unknown program names itself, and this is shown in the list of sessions. */
const nameOf = (text = ''): string => (/^[A-Za-z][A-Za-z\d .+-]{0,39}$/.test(text) ? text : '');

/** Browser and system of a user agent, without the versions that tell people apart; null when it says nothing. */
export function sessionClient(userAgent: string): SessionClient | null {
  if (userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, 512));
  return { browser: nameOf(browser.name), system: nameOf(os.name) };
}
