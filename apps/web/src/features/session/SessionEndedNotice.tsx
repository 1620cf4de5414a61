// SPDX-License-Identifier: Apache-2.0
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useStore } from 'zustand';
import type { SignOutReason } from '../../account/account.ts';
import { PATHS } from '../../routes/paths.ts';
import { useLaunchFacts, useServices } from '../../services/use-services.ts';

/** Null where the person ended the session here: the next screen says so. */
const NOTICES = {
  requested: null,
  idle: null,
  erased: null,
  'other-tab': { title: 'ended.title', message: 'ended.other-tab' },
  'session-expired': { title: 'ended.title', message: 'ended.session-expired' },
  forgotten: { title: 'forgotten.forgotten.title', message: 'forgotten.forgotten.message' },
  'forgotten-idle': { title: 'forgotten.idle.title', message: 'forgotten.idle.message' },
} as const satisfies Record<
  SignOutReason,
  { readonly title: string; readonly message: string } | null
>;

/** Notifies a person who was signed out or forgotten elsewhere, where guests may continue and no sign-in screen reports it. */
export function SessionEndedNotice(): null {
  const { t } = useTranslation('session');
  const { account, session } = useServices();
  const { requiresAuthentication } = useLaunchFacts();
  const { pathname } = useLocation();
  const ended = useStore(account.store, (state) => state.ended);
  const notify = useEffectEvent(() => {
    const words = ended === null ? null : NOTICES[ended];
    if (words === null) return;
    const isShown = [PATHS.login, PATHS.logout].some((path) => pathname.startsWith(path));
    if (requiresAuthentication || isShown) return;
    account.clearEnded();
    session.getState().notify({ kind: 'info', title: t(words.title), message: t(words.message) });
  });
  useEffect(() => {
    notify();
  }, [ended]);
  return null;
}
