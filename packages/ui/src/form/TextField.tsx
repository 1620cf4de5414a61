// SPDX-License-Identifier: Apache-2.0
import { useId, type ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import styles from './Field.module.css';
import { classes } from '../classes.ts';

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Shown inside the field, announced after its name. */
  readonly unit?: string;
  /** Shown next to the label, such as 'optional'. */
  readonly note?: string;
  readonly hint?: string;
  /** Ids of further texts that describe the entry, shown outside the field. */
  readonly describedBy?: string;
  /** Set when the entry breaks a rule. */
  readonly error?: string;
  /** The message is announced with the field but shown elsewhere. */
  readonly hidesError?: boolean;
  readonly numeric?: boolean;
  readonly type?: 'text' | 'password' | 'email' | 'tel';
  /** What a browser or a password manager may fill in; `off` by default. */
  readonly autoComplete?: string;
  /** Whether it takes the focus when it appears. */
  readonly autoFocus?: boolean;
  /** Name for password managers. */
  readonly name?: string;
  /** Shown in the field before the entry, such as a plus sign; not announced, so the label must contain it. */
  readonly start?: string;
  /** A button in the field, after the entry. */
  readonly end?: ReactNode;
}

export function TextField(props: TextFieldProps): ReactNode {
  const { label, value, onChange, unit, note, hint, error, hidesError, numeric } = props;
  const { type = 'text', autoComplete = 'off', autoFocus, name, start, end, describedBy } = props;
  const hintId = useId();
  return (
    <AriaTextField
      value={value}
      onChange={onChange}
      type={type}
      autoComplete={autoComplete}
      autoFocus={autoFocus}
      name={name}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      aria-describedby={[hint !== undefined && hintId, describedBy].filter(Boolean).join(' ')}
      className={classes('react-aria-TextField', styles['field'])}
      data-part="field"
    >
      <Label className={classes('react-aria-Label', styles['label'])}>
        {label} <span className={styles['optional']}>{note}</span>
      </Label>
      <span className={styles['box']}>
        {start !== undefined && (
          <span className={styles['start']} aria-hidden="true">
            {start}
          </span>
        )}
        <Input
          className={classes('react-aria-Input', styles['input'])}
          {...(numeric === true ? { inputMode: 'numeric' } : {})}
        />
        {unit !== undefined && (
          <Text slot="description" className={styles['unit'] ?? ''}>
            {unit}
          </Text>
        )}
        {end}
      </span>
      {hint !== undefined && (
        <span id={hintId} className={styles['hint']}>
          {hint}
        </span>
      )}
      <FieldError
        className={classes(
          'react-aria-FieldError',
          hidesError === true ? styles['unseen'] : styles['error'],
        )}
      >
        {error}
      </FieldError>
    </AriaTextField>
  );
}
