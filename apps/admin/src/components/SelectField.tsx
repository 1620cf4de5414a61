// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { LabelledControl } from './LabelledControl.tsx';
import styles from './components.module.css';

export interface SelectFieldProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly error?: string;
}

/** One of several, as the browser's own control: it fits a phone. */
export function SelectField(props: SelectFieldProps): ReactNode {
  const { label, options, value, onChange, hint, error } = props;
  return (
    <LabelledControl label={label} hint={hint} error={error}>
      {(control) => (
        <select
          {...control}
          className={styles['select']}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </LabelledControl>
  );
}
