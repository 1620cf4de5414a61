// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { bandToken, type BandColour } from './band-colour.ts';
import styles from './Status.module.css';

/** A separate sign for good, middling, bad and missing: colour is never the only cue. */
const SIGNS: Readonly<Record<BandColour | 'none', string>> = {
  green: 'm6.200 10.300 2.600 2.600 5-5.400',
  'light-green': 'm6.200 10.300 2.600 2.600 5-5.400',
  yellow: 'M6 10h8',
  'light-red': 'M10 5.500v5.500M10 14.200v.1',
  red: 'M10 5.500v5.500M10 14.200v.1',
  none: 'M7.800 7.800c0-3 4.600-3 4.600-.2 0 1.900-2.400 1.900-2.400 3.800M10 14.500v.1',
};

export interface StatusProps {
  /** Null when there is no value. */
  readonly colour: BandColour | null;
  /** The band in words. */
  readonly children: ReactNode;
}

/** The meaning of a value in one line: a coloured sign and the band in words. */
export function Status({ colour, children }: StatusProps): ReactNode {
  return (
    <p className={styles['status']}>
      <svg
        viewBox="0 0 20 20"
        className={styles['sign']}
        fill={bandToken(colour)}
        aria-hidden="true"
        focusable="false"
      >
        {colour === 'red' ? (
          <path d="M6.200 1h7.600L19 6.200v7.600L13.800 19H6.200L1 13.800V6.200z" />
        ) : (
          <circle cx="10" cy="10" r="9" />
        )}
        <path className={styles['mark']} d={SIGNS[colour ?? 'none']} />
      </svg>
      <span>{children}</span>
    </p>
  );
}
