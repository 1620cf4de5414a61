// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useServices, useSession } from '../../services/use-services.ts';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import type { Login } from './use-login.ts';

/** Failures, confirmations, why the last session ended, and what becomes of a guest's results. */
export function LoginMessages({ login: { snapshot } }: { readonly login: Login }): ReactNode {
  const { t } = useTranslation(['login', 'session']);
  const { account } = useServices();
  const ended = useStore(account.store, (state) => state.ended);
  const hasResults = useSession((session) => session.results.length > 0);
  const { failure, notice, fields, phoneNumber, mode } = snapshot.context;
  const waitS = failure?.waitS;
  const wait =
    waitS === undefined
      ? t('wait.unknown')
      : waitS > 90
        ? t('wait.minutes', { count: Math.ceil(waitS / 60) })
        : t('wait.seconds', { count: waitS });
  const isOfPerson =
    ended !== null && ended !== 'requested' && ended !== 'forgotten' && ended !== 'forgotten-idle';
  const why = failure === null && isOfPerson ? t(`session:ended.${ended}`) : null;
  // A mistyped access code gets the same answer as a correct one, so it is shown for the person to check.
  const named = notice === 'mail-sent' && mode.asksAccessCode ? 'mail-sent-code' : notice;
  const told =
    named === null
      ? why
      : t(`notice.${named}`, {
          address: fields.username,
          accessCode: fields.accessCode.trim(),
          phoneNumber,
        });
  return (
    <>
      <Message tone="info">{told ?? (hasResults ? t('guestResults') : null)}</Message>
      <Message tone="error">{failure !== null && t(failure.code, { wait })}</Message>
    </>
  );
}
