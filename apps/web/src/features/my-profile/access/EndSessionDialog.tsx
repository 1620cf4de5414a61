// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordDialog, type PasswordDialogProps } from './PasswordDialog.tsx';

export interface EndSessionDialogProps extends Pick<
  PasswordDialogProps,
  'hasPassword' | 'onClose' | 'onConfirm'
> {
  /** What is to end; null while no confirmation is requested. */
  readonly asked: { readonly name: string; readonly when: string } | 'others' | null;
}

/** Asks for confirmation before a session ends: a device left open must not shut its owner out. */
export function EndSessionDialog({ asked, ...rest }: EndSessionDialogProps): ReactNode {
  const { t } = useTranslation('access');
  // Keeps its text while it closes.
  const [shown, setShown] = useState(asked);
  if (asked !== null && asked !== shown) setShown(asked);

  return (
    <PasswordDialog
      {...rest}
      isOpen={asked !== null}
      tone="warning"
      title={shown === 'others' ? t('ask.titleAll') : t('ask.title')}
      text={shown === null || shown === 'others' ? t('ask.textAll') : t('ask.text', shown)}
      keep={t('ask.keep')}
      confirm={t('ask.confirm')}
      failureText={(failure) => t(`failure.${failure}`)}
    />
  );
}
