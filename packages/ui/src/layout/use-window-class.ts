// SPDX-License-Identifier: Apache-2.0
import { useSyncExternalStore } from 'react';
import { PHONE_MAX_WIDTH } from './phone-width.ts';

export type WindowClass = 'phone' | 'desktop';

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};

const current = (): WindowClass => (window.innerWidth <= PHONE_MAX_WIDTH ? 'phone' : 'desktop');

/** The layout for the window's width; updated when it changes, as when a phone is rotated. */
export function useWindowClass(): WindowClass {
  return useSyncExternalStore(subscribe, current);
}
