// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import styles from './Field.module.css';

export interface FieldDescriptionProps {
  readonly id: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
}

/** Text below a control: its purpose, and the error in its value. */
export function FieldDescription({ id, hint, error }: FieldDescriptionProps): ReactNode {
  return (
    <span id={id} className={styles['about']}>
      {hint !== undefined && <span className={styles['hint']}>{hint}</span>}
      {error !== undefined && <span className={styles['error']}>{error}</span>}
    </span>
  );
}
