// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from 'react-aria-components/Button';
import styles from '@perfuse/ui/form/Field.module.css';
import { TextField, type TextFieldProps } from '@perfuse/ui/form/TextField.tsx';
import { classes } from '@perfuse/ui/classes.ts';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'end' | 'numeric'> {
  /** Whether it is a new password, which password managers then offer to generate. */
  readonly isNew?: boolean;
}

/** A password, with a button that shows what was typed. */
export function PasswordField({ isNew = false, ...field }: PasswordFieldProps): ReactNode {
  const { t } = useTranslation('common');
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      end={
        <Button
          onPress={() => setShown(!isShown)}
          aria-label={isShown ? t('hidePassword') : t('showPassword')}
          className={classes('react-aria-Button', styles['reveal'])}
        >
          {isShown ? t('hide') : t('show')}
        </Button>
      }
    />
  );
}
