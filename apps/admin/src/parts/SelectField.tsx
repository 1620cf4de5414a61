// SPDX-License-Identifier: Apache-2.0
import { useId, type ReactNode } from 'react';
import { fieldStyles } from '../ui.ts';
import styles from './parts.module.css';

export interface SelectFieldProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly error?: string | undefined;
}

/** One of several, as the browser's own control: it fits a phone. */
export function SelectField(props: SelectFieldProps): ReactNode {
  const { label, options, value, onChange, hint, error } = props;
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
        <select
          id={id}
          className={styles['select']}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={`${id}-about`}
          aria-invalid={error !== undefined}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </span>
      <About id={`${id}-about`} hint={hint} error={error} />
    </div>
  );
}

/** Below a control: what it is for, and what is wrong with what it holds. */
export function About({
  id,
  hint,
  error,
}: {
  readonly id: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
}): ReactNode {
  return (
    <span id={id} className={styles['about']}>
      {hint !== undefined && <span className={fieldStyles['hint']}>{hint}</span>}
      {error !== undefined && <span className={fieldStyles['error']}>{error}</span>}
    </span>
  );
}
