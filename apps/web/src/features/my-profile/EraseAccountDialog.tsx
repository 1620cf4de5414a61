// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PATHS } from '../../routes/paths.ts';
import { withToken } from '../../account/token-source.ts';
import { useServices } from '../../services/use-services.ts';
import { PasswordDialog, type PasswordDialogProps } from './access/PasswordDialog.tsx';

/** Asks for confirmation before everything is erased. */
export function EraseAccountDialog(
  props: Pick<PasswordDialogProps, 'isOpen' | 'hasPassword' | 'onClose'>,
): ReactNode {
  const { t } = useTranslation('my-profile');
  const { api, token } = useServices();
  const navigate = useNavigate();
  const erase = async (password: string | null): Promise<void> => {
    const body = password === null ? {} : { password };
    await withToken(token, (value) => api.call('eraseAccount', { token: value, body }));
    await navigate(PATHS.logout, { state: { reason: 'erased' } });
  };

  return (
    <PasswordDialog
      {...props}
      tone="error"
      title={t('erase.title')}
      text={t('erase.text')}
      keep={t('erase.keep')}
      confirm={t('erase.confirm')}
      failureText={(failure) => t(`erase.failure.${failure}`)}
      onConfirm={erase}
    />
  );
}
