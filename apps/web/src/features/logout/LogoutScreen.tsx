// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { LoadingScreen } from '../../components/LoadingScreen.tsx';
import { deviceHistory, eraseLeavesResults } from '../../platform/device-history/device-history.ts';
import { plainLinkPath, spendLink, VISIT_ENDS } from '../../launch/launch-link.ts';
import { namesPerson } from '../../launch/visit.ts';
import { PATHS } from '../../routes/paths.ts';
import { startAnotherVisit } from '../../services/start-visit.ts';
import { useServices } from '../../services/use-services.ts';
import { visitServicesOf } from '../../services/visit-services.ts';
import { ownerOf } from '../../session/session-state.ts';

const stateSchema = z.object({
  reason: z.enum(['idle', 'session-expired', 'erased', 'forgotten']),
});

/**
 * Forgets everything about the person and goes to the sign-in, or with a guest to the start; ends a visit of theirs.
 */
export function LogoutScreen(): ReactNode {
  const { t } = useTranslation(['session', 'history']);
  const services = useServices();
  const { account, session } = services;
  const { visit } = visitServicesOf(services);
  const navigate = useNavigate();
  const { state } = useLocation() as { readonly state: unknown };
  const [isGuest] = useState(() => account.store.getState().user === null);
  useEffect(() => {
    const parsed = stateSchema.safeParse(state);
    const reason = parsed.success ? parsed.data.reason : 'requested';
    // Results stored in this browser remain for a person who only signs out or times out.
    const isErased = reason === 'forgotten' || reason === 'erased';
    const history = deviceHistory(ownerOf(session.getState()));
    const staying = isErased ? eraseLeavesResults(history) : Promise.resolve(history.isWanted());
    account.signOut(reason === 'forgotten' ? 'requested' : reason);
    const { launched } = visit.getState();
    if (launched !== null && namesPerson(launched)) {
      // The link named the person who has just left: nobody else may be measured with it.
      const ended = VISIT_ENDS.find((end) => end === reason) ?? 'forgotten';
      spendLink(launched.configId, window.location, window.history, ended);
      // Leaving the page would abort the deletion.
      void staying.then(() => window.location.reload());
      return;
    }
    const proceed = async (): Promise<void> => {
      const stays = await staying;
      if (!isGuest || reason === 'requested' || reason === 'erased') {
        void navigate(PATHS.login, { replace: true });
        return;
      }
      session.getState().notify({
        kind: isErased && stays ? 'warning' : 'info',
        title: t(`forgotten.${reason}.title`),
        message: [
          t(`forgotten.${reason}.message`),
          ...(stays ? [t('history:onDevice.stays')] : []),
        ].join(' '),
      });
      void navigate(PATHS.entry, { replace: true });
    };
    if (launched === null) {
      void proceed();
      return;
    }
    startAnotherVisit(services, launched.configId).then(proceed, async () => {
      await staying;
      // That page reports what is wrong, and retries.
      window.location.replace(plainLinkPath(launched.configId, window.location));
    });
  }, [services, account, session, visit, navigate, state, isGuest, t]);
  return <LoadingScreen />;
}
