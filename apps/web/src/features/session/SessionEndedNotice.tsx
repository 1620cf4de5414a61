// SPDX-License-Identifier: Apache-2.0
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useStore } from 'zustand';
import { PATHS } from '../../routes/paths.ts';
import { useLaunchFacts, useServices } from '../../services/use-services.ts';

/** Notifies a person who was signed out or forgotten elsewhere, where guests may continue and no sign-in screen reports it. */
export function SessionEndedNotice(): null {
  const { t } = useTranslation('session');
  const { account, session } = useServices();
  const { requiresAuthentication } = useLaunchFacts();
  const { pathname } = useLocation();
  const ended = useStore(account.store, (state) => state.ended);
  const notify = useEffectEvent(() => {
    if (ended !== 'other-tab' && ended !== 'session-expired' && ended !== 'forgotten') return;
    const isShown = [PATHS.login, PATHS.logout].some((path) => pathname.startsWith(path));
    if (requiresAuthentication || isShown) return;
    account.clearEnded();
    session.getState().notify({
      kind: 'info',
      title: t(ended === 'forgotten' ? 'forgotten.forgotten.title' : 'ended.title'),
      message: t(ended === 'forgotten' ? 'forgotten.forgotten.message' : `ended.${ended}`),
    });
  });
  useEffect(() => {
    notify();
  }, [ended]);
  return null;
}
