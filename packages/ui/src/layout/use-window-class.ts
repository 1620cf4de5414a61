// SPDX-License-Identifier: Apache-2.0
import { useSyncExternalStore } from 'react';
import { PHONE_MAX_WIDTH } from './phone-width.ts';

export type WindowClass = 'phone' | 'desktop';

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

const current = (): WindowClass => (window.innerWidth <= PHONE_MAX_WIDTH ? 'phone' : 'desktop');

/** Which layout the window is wide enough for; again when it changes, as when a phone is turned. */
export function useWindowClass(): WindowClass {
  return useSyncExternalStore(subscribe, current);
}
