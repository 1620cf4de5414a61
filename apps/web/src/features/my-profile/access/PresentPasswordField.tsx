// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField, type PasswordFieldProps } from '../../../components/PasswordField.tsx';
import type { AccessFailure } from './access-calls.ts';

/** Why a change that asks for the present password was not made; `missing`: none was entered. */
export type ProofFailure = AccessFailure | 'missing';

/** Whether the field of the present password shows it. */
export const isOfPassword = (failure: ProofFailure): failure is 'password' | 'missing' =>
  failure === 'password' || failure === 'missing';

export interface PresentPasswordFieldProps extends Omit<PasswordFieldProps, 'error'> {
  readonly failure: ProofFailure | null;
}

/** The field of the present password, with what is wrong with it. */
export function PresentPasswordField({ failure, ...field }: PresentPasswordFieldProps): ReactNode {
  const { t } = useTranslation(['access', 'login']);
  const error =
    failure === 'password'
      ? t('access:failure.password')
      : failure === 'missing'
        ? t('login:FORM_VALIDATION_ELEMENT_REQUIRED', { field: field.label })
        : undefined;
  return <PasswordField {...field} error={error} />;
}
