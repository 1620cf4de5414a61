// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { LabelledControl } from './LabelledControl.tsx';
import styles from './Field.module.css';

export interface SelectFieldProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly note?: string;
  readonly hint?: string;
  readonly error?: string;
  /** What a browser may fill in; `off` by default. */
  readonly autoComplete?: string;
}

/** One of several options, as a native control: it suits a phone. */
export function SelectField<T extends string>(props: SelectFieldProps<T>): ReactNode {
  const { label, options, value, onChange, note, hint, error, autoComplete = 'off' } = props;
  return (
    <LabelledControl label={label} note={note} hint={hint} error={error}>
      {(control) => (
        <select
          {...control}
          className={styles['select']}
          value={value}
          autoComplete={autoComplete}
          onChange={(event) => {
            const chosen = options[event.target.selectedIndex];
            if (chosen !== undefined) onChange(chosen.value);
          }}
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
