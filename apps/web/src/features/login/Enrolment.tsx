// SPDX-License-Identifier: Apache-2.0
/** Shown in addition to its form by a sign-in that sets up a second factor; loaded on demand. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { AuthenticatorKey } from '../../components/credentials/AuthenticatorKey.tsx';
import { RecoveryCodes } from '../../components/credentials/RecoveryCodes.tsx';
import { LoginMessages } from './LoginMessages.tsx';
import type { Login } from './use-login.ts';

export { AuthenticatorKey };

export interface RecoveryCodesDialogProps {
  readonly login: Login;
  readonly codes: readonly string[];
}

/** The recovery codes, before the app continues. */
export function RecoveryCodesDialog({ login, codes }: RecoveryCodesDialogProps): ReactNode {
  const { t } = useTranslation('second-factor');
  const { snapshot, send } = login;
  return (
    <Dialog
      isOpen
      tone="warning"
      title={t('codes.title')}
      actions={
        <Button isPending={!snapshot.matches('editing')} onPress={() => send({ type: 'SUBMIT' })}>
          {t('codes.done')}
        </Button>
      }
    >
      <LoginMessages login={login} />
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}
