// SPDX-License-Identifier: Apache-2.0
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { BUILD } from '../../app/build.ts';
import { useServices, useSession } from '../../app/use-services.ts';
import { visitServicesOf } from '../../app/visit-services.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { afterPreload } from './after-preload.ts';
import { usePreload } from './use-preload.ts';

/** Fetches the files that read the face, so that the measurement never waits for them. */
export function PreloadScreen(): ReactNode {
  const { t } = useTranslation('preload');
  const navigate = useNavigate();
  const completePreload = useSession((session) => session.completePreload);
  const callbackUrl = useStore(
    visitServicesOf(useServices()).visit,
    (visit) => visit.resultsCallbackUrl,
  );
  const { phase, percent, retry } = usePreload();

  useEffect(() => {
    if (phase !== 'done') return;
    completePreload();
    void navigate(afterPreload(BUILD.edition, callbackUrl), { replace: true });
  }, [phase, completePreload, navigate, callbackUrl]);

  if (phase === 'failed' || phase === 'offline') {
    return (
      <Screen
        title={phase === 'failed' ? t('failed') : t('offline.title')}
        lead={
          <span role="alert">
            {phase === 'failed' ? t('WEB_PRELOAD_FAILED') : t('offline.message')}
          </span>
        }
        actions={<PlainButton onPress={retry}>{t('retry')}</PlainButton>}
      />
    );
  }
  return (
    <Screen title={t('title')} lead={t('lead')}>
      <ProgressBar label={t('progress')} percent={percent} />
    </Screen>
  );
}
