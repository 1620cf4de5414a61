// SPDX-License-Identifier: Apache-2.0
import { useId, type ReactNode } from 'react';
import { Label } from 'react-aria-components/Label';
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components/RadioGroup';
import styles from './Choice.module.css';
import field from './Field.module.css';
import { classes } from '../classes.ts';

export interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  /** '' while nothing is chosen. */
  readonly value: T | '';
  readonly onChange: (value: T) => void;
  readonly error?: string;
  /** `quiet` is placed next to a heading instead of filling a row. */
  readonly size?: 'row' | 'quiet';
}

/** One of a few answers, side by side. */
export function Choice<T extends string>(props: ChoiceProps<T>): ReactNode {
  const { label, options, value, onChange, error, size = 'row' } = props;
  const errorId = useId();
  return (
    <RadioGroup
      value={value === '' ? null : value}
      onChange={(chosen) => {
        const option = options.find((candidate) => candidate.value === chosen);
        if (option !== undefined) onChange(option.value);
      }}
      isInvalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : errorId}
      validationBehavior="aria"
      orientation="horizontal"
      className={classes('react-aria-RadioGroup', field['field'], styles['group'], styles[size])}
      data-part="choice"
    >
      <Label className={classes('react-aria-Label', field['label'])}>{label}</Label>
      <div className={styles['options']}>
        {options.map((option) => (
          <RadioField
            key={option.value}
            value={option.value}
            className={classes('react-aria-RadioField', styles['field'])}
          >
            <RadioButton className={classes('react-aria-RadioButton', styles['option'])}>
              {option.label}
            </RadioButton>
          </RadioField>
        ))}
      </div>
      {/* No FieldError: each of the options would announce it again, with every press of an arrow key. */}
      {error !== undefined && (
        <span id={errorId} className={classes('react-aria-FieldError', field['error'])}>
          {error}
        </span>
      )}
    </RadioGroup>
  );
}
