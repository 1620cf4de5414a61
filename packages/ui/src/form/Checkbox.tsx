// SPDX-License-Identifier: Apache-2.0
import type { ReactNode, RefObject } from 'react';
import { CheckboxButton, CheckboxField } from 'react-aria-components/Checkbox';
import { FieldError } from 'react-aria-components/FieldError';
import { Text } from 'react-aria-components/Text';
import styles from './Checkbox.module.css';
import field from './Field.module.css';
import { classes } from '../classes.ts';

export interface CheckboxProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly children: ReactNode;
  /** Rendered below the label and outside it, so that links in it do not tick the box. */
  readonly details?: ReactNode;
  readonly error?: string;
  readonly isDisabled?: boolean;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
}

export function Checkbox(props: CheckboxProps): ReactNode {
  const { isSelected, onChange, children, details, error, isDisabled = false, inputRef } = props;
  return (
    <CheckboxField
      inputRef={inputRef}
      isSelected={isSelected}
      isDisabled={isDisabled}
      onChange={onChange}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={classes('react-aria-CheckboxField', styles['field'])}
      data-part="checkbox"
    >
      <CheckboxButton className={classes('react-aria-CheckboxButton', styles['checkbox'])}>
        <span className={styles['box']} aria-hidden="true">
          <svg viewBox="0 0 24 24" focusable="false">
            <path d="m5 12.5 4.5 4.5L19 7.5" />
          </svg>
        </span>
        <span>{children}</span>
      </CheckboxButton>
      {details !== undefined && (
        <Text slot="description" className={styles['details'] ?? ''}>
          {details}
        </Text>
      )}
      <FieldError className={classes('react-aria-FieldError', field['error'], styles['error'])}>
        {error}
      </FieldError>
    </CheckboxField>
  );
}
