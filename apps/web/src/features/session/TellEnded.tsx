// SPDX-License-Identifier: Apache-2.0
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useStore } from 'zustand';
import { PATHS } from '../../routes/paths.ts';
import { useLaunchFacts, useServices } from '../../services/use-services.ts';

/** Tells whose session ended elsewhere, where guests may go on and no sign-in screen tells it. */
export function TellEnded(): null {
  const { t } = useTranslation('session');
  const { account, session } = useServices();
  const { requiresAuthentication } = useLaunchFacts();
  const { pathname } = useLocation();
  const ended = useStore(account.store, (state) => state.ended);
  const tell = useEffectEvent(() => {
    if (ended !== 'other-tab' && ended !== 'session-expired') return;
    const isTold = [PATHS.login, PATHS.logout].some((path) => pathname.startsWith(path));
    if (requiresAuthentication || isTold) return;
    account.clearEnded();
    session.getState().notify({
      kind: 'info',
      title: t('ended.title'),
      message: t(`ended.${ended}`),
    });
  });
  useEffect(() => {
    tell();
  }, [ended]);
  return null;
}
