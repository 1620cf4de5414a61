// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import type { Expectation } from '../model/use-metric-reading.ts';
import styles from './Spread.module.css';

/** Instead of a verdict: the range of most people with such a profile. */
export function Spread({ expected }: { readonly expected: Expectation }): ReactNode {
  return expected.spread === null ? null : <p className={styles['spread']}>{expected.spread}</p>;
}
