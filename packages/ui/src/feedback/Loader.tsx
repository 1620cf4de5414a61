// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './Loader.module.css';
import { LogoMark } from '../graphics/Logo.tsx';

export interface LoaderProps {
  readonly label: string;
  /** The page already shows the mark before the app runs: shown without delay, in the same place. */
  readonly isThere?: boolean;
}

/** Fills the window while something loads. Appears only after a short delay: most waits are shorter. */
export function Loader({ label, isThere = false }: LoaderProps): ReactNode {
  return (
    <div
      className={classes(styles['loader'], !isThere && styles['late'])}
      role="status"
      aria-label={label}
    >
      <span className={styles['mark']}>
        <LogoMark size={56} />
      </span>
    </div>
  );
}
