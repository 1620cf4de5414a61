// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { LoadingScreen } from '../../components/LoadingScreen.tsx';
import { deviceHistory } from '../../platform/device-history/device-history.ts';
import { PATHS } from '../../routes/paths.ts';
import { useServices } from '../../services/use-services.ts';
import { ownerOf } from '../../session/session-state.ts';

const stateSchema = z.object({
  reason: z.enum(['idle', 'session-expired', 'erased', 'forgotten']),
});

/** Forgets everything about the person and goes to the sign-in, or with a guest to the start. */
export function LogoutScreen(): ReactNode {
  const { t } = useTranslation(['session', 'history']);
  const { account, session } = useServices();
  const navigate = useNavigate();
  const { state } = useLocation() as { readonly state: unknown };
  const [isGuest] = useState(() => account.store.getState().user === null);
  useEffect(() => {
    const parsed = stateSchema.safeParse(state);
    const reason = parsed.success ? parsed.data.reason : 'asked';
    // Who keeps results in this browser and is only away for a while finds them again.
    const isErased = reason === 'forgotten' || reason === 'erased';
    const history = deviceHistory(ownerOf(session.getState()));
    const stays = !isErased && history.isWanted();
    if (isErased) {
      history.erase(null).catch(() => undefined);
    }
    account.signOut(reason === 'forgotten' ? 'asked' : reason);
    if (!isGuest || reason === 'asked' || reason === 'erased') {
      void navigate(PATHS.login, { replace: true });
      return;
    }
    session.getState().notify({
      kind: 'info',
      title: t(`forgotten.${reason}.title`),
      message: [
        t(`forgotten.${reason}.message`),
        ...(stays ? [t('history:onDevice.stays')] : []),
      ].join(' '),
    });
    void navigate(PATHS.entry, { replace: true });
  }, [account, session, navigate, state, isGuest, t]);
  return <LoadingScreen />;
}
