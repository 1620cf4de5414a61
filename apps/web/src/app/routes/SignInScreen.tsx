// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Screen } from '../../ui/Screen.tsx';

/** Says that this installation asks for an account, which this version cannot open yet. */
export function SignInScreen(): ReactNode {
  const { t } = useTranslation('common');
  return <Screen title={t('signIn.title')} lead={t('signIn.unavailable')} />;
}
