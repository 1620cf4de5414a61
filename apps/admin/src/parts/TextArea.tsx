// SPDX-License-Identifier: Apache-2.0
import { useId, type ReactNode } from 'react';
import { fieldStyles } from '../ui.ts';
import { About } from './SelectField.tsx';
import styles from './parts.module.css';

export interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange?: (value: string) => void;
  readonly rows?: number;
  readonly hint?: string;
  readonly error?: string | undefined;
}

/** Several lines of text; without a way to change it, to read and to copy. */
export function TextArea(props: TextAreaProps): ReactNode {
  const { label, value, onChange, rows = 3, hint, error } = props;
  const id = useId();
  return (
    <div
      className={fieldStyles['field']}
      {...(error === undefined ? {} : { 'data-invalid': true })}
    >
      <label className={fieldStyles['label']} htmlFor={id}>
        {label}
      </label>
      <span className={fieldStyles['box']}>
        <textarea
          id={id}
          className={styles['area']}
          rows={rows}
          value={value}
          readOnly={onChange === undefined}
          spellCheck={false}
          onChange={(event) => onChange?.(event.target.value)}
          aria-describedby={`${id}-about`}
          aria-invalid={error !== undefined}
        />
      </span>
      <About id={`${id}-about`} hint={hint} error={error} />
    </div>
  );
}
