// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { Checkbox } from '@perfuse/ui/form/Checkbox.tsx';
import fieldStyles from '@perfuse/ui/form/Field.module.css';
import styles from './configurations.module.css';

export interface ChoicesFieldProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly hint?: string;
  readonly error?: string;
}

/** Any number of several options. */
export function ChoicesField(props: ChoicesFieldProps): ReactNode {
  const { label, options, values, onChange, hint, error } = props;
  return (
    <fieldset className={styles['choices']}>
      <legend className={fieldStyles['label']}>{label}</legend>
      {hint !== undefined && <span className={fieldStyles['hint']}>{hint}</span>}
      {options.map((option) => (
        <Checkbox
          key={option.value}
          isSelected={values.includes(option.value)}
          onChange={(isChosen) =>
            onChange(
              isChosen
                ? [...values, option.value]
                : values.filter((value) => value !== option.value),
            )
          }
        >
          {option.label}
        </Checkbox>
      ))}
      {error !== undefined && <span className={fieldStyles['error']}>{error}</span>}
    </fieldset>
  );
}
