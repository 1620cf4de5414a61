// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import fieldStyles from '@perfuse/ui/form/Field.module.css';
import styles from './components.module.css';

export interface FieldDescriptionProps {
  readonly id: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
}

/** Below a control: what it is for, and what is wrong with what it holds. */
export function FieldDescription({ id, hint, error }: FieldDescriptionProps): ReactNode {
  return (
    <span id={id} className={styles['about']}>
      {hint !== undefined && <span className={fieldStyles['hint']}>{hint}</span>}
      {error !== undefined && <span className={fieldStyles['error']}>{error}</span>}
    </span>
  );
}
