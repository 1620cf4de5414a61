// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import styles from './FaceIllustration.module.css';

/** Illustration: a face in the measuring ring, its skin warming with each beat, the pulse wave below. */
export function FaceIllustration(): ReactNode {
  return (
    <svg viewBox="0 0 240 240" className={styles['art']} aria-hidden="true" focusable="false">
      <defs>
        <clipPath id="pulse-face-disc">
          <circle cx="120" cy="120" r="92" />
        </clipPath>
      </defs>
      <circle className={styles['disc']} cx="120" cy="120" r="92" />
      <g clipPath="url(#pulse-face-disc)">
        <path className={styles['shoulders']} d="M42 232c3-42 35-62 78-62s75 20 78 62z" />
        <path className={styles['skin']} d="M105 146h30v30c0 9-7 15-15 15s-15-6-15-15z" />
        <ellipse className={styles['skin']} cx="120" cy="112" rx="40" ry="48" />
        <path
          className={styles['hair']}
          d="M78 112c-4-36 14-60 44-60 28 0 45 22 41 60-3-16-9-26-19-31-15 9-36 12-50 6-8 5-13 13-16 25z"
        />
        <g className={styles['glow']}>
          <circle cx="97" cy="125" r="10" />
          <circle cx="143" cy="125" r="10" />
        </g>
        <path
          className={styles['features']}
          d="M97 110q7 5 14 0M129 110q7 5 14 0M110 137q10 8 20 0"
        />
      </g>
      <circle className={styles['track']} cx="120" cy="120" r="108" />
      <path className={styles['ring']} d="M120 12a108 108 0 1 1-93.5 54" />
      <path
        className={styles['wave']}
        d="M56 196h24c6 0 8-2 11-10l8-22c2-5 5-5 7 0l7 20c2 5 4 6 7 3 3-5 8-5 11 1 4 6 7 8 13 8h8c6 0 8-2 11-10l8-22c2-5 5-5 7 0l5 14"
      />
    </svg>
  );
}
