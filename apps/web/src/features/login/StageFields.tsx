// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../components/PasswordField.tsx';
import { TextField, type TextFieldProps } from '@perfuse/ui/form/TextField.tsx';
import styles from './LoginScreen.module.css';
import { NewPassword } from '../../components/credentials/NewPassword.tsx';
import { fieldsOf, type LoginField } from './login-form.ts';
import type { Login } from './use-login.ts';
import type { PasswordRules } from '../../components/credentials/use-new-password-rules.ts';

export interface StageFieldsProps {
  readonly login: Login;
  readonly rules: PasswordRules | null;
}

type Details = Omit<TextFieldProps, 'label' | 'value' | 'onChange' | 'error'>;

const DETAILS: Readonly<Record<Exclude<LoginField, 'password'>, Details>> = {
  accessCode: { name: 'access-code' },
  username: { name: 'username', type: 'email', autoComplete: 'username' },
  prefix: { type: 'tel', autoComplete: 'tel-country-code', start: '+' },
  phone: { type: 'tel', autoComplete: 'tel-national' },
  code: { numeric: true, autoComplete: 'one-time-code' },
  recoveryCode: { name: 'recovery-code' },
};

/** The fields of the stage. */
export function StageFields({ login: { snapshot, send }, rules }: StageFieldsProps): ReactNode {
  const { t } = useTranslation('login');
  const { stage, mode, fields, errors } = snapshot.context;
  const isNew = stage === 'signup';
  const labelOf = (field: LoginField) => (isNew && field === 'password' ? 'newPassword' : field);
  const given = (field: LoginField) => ({
    value: fields[field],
    onChange: (value: string) => send({ type: 'EDIT', field, value }),
    error: errors[field] && t(errors[field], { field: t(`field.${labelOf(field)}`) }),
  });
  const fieldOf = (field: LoginField): ReactNode => {
    if (field !== 'password') {
      return <TextField label={t(`field.${field}`)} {...DETAILS[field]} {...given(field)} />;
    }
    return isNew ? (
      <NewPassword rules={rules} {...given(field)} />
    ) : (
      <PasswordField name="password" label={t('field.password')} {...given(field)} />
    );
  };
  const names = fieldsOf(stage, mode);
  const items = names.map((field) => (
    <div key={field} data-field={field}>
      {fieldOf(field)}
    </div>
  ));
  return names.includes('phone') ? <div className={styles['phone']}>{items}</div> : items;
}
