// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { LabelledControl } from '@perfuse/ui/form/LabelledControl.tsx';
import styles from './components.module.css';

export interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange?: (value: string) => void;
  readonly rows?: number;
  readonly hint?: string;
  readonly error?: string;
}

/** Several lines of text; read-only, for copying, without a change handler. */
export function TextArea(props: TextAreaProps): ReactNode {
  const { label, value, onChange, rows = 3, hint, error } = props;
  return (
    <LabelledControl label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          {...control}
          className={styles['area']}
          rows={rows}
          value={value}
          readOnly={onChange === undefined}
          spellCheck={false}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
    </LabelledControl>
  );
}
