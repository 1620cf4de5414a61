// SPDX-License-Identifier: Apache-2.0
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { EDITION } from '../../config/build.ts';
import { PATHS, type Path } from '../../routes/paths.ts';
import { useIsCallbackMode, useServices, useSession } from '../../services/use-services.ts';
import { PlainButton } from '@perfuse/ui/form/PlainButton.tsx';
import { ProgressBar } from '@perfuse/ui/feedback/ProgressBar.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import {
  afterPreload,
  screenAfterPreload,
  wantedAfterPreload,
} from '../../routes/after-preload.ts';
import { usePreload } from './use-preload.ts';

export interface PreloadScreenProps {
  /** Fetches the code and the texts of a screen ahead of its use. */
  readonly prefetch: (path: Path) => Promise<void>;
}

/** Downloads the files of the face tracker, so that the measurement never waits for them. */
export function PreloadScreen({ prefetch }: PreloadScreenProps): ReactNode {
  const { t } = useTranslation('preload');
  const navigate = useNavigate();
  const completePreload = useSession((session) => session.completePreload);
  const isCallbackMode = useIsCallbackMode();
  const wanted = wantedAfterPreload(useLocation().state);
  const { phase, percent, retry } = usePreload();
  const next = afterPreload(EDITION, isCallbackMode, wanted);
  const { session } = useServices();

  useEffect(() => {
    void prefetch(screenAfterPreload(session.getState(), next === PATHS.measurement));
  }, [prefetch, session, next]);

  useEffect(() => {
    if (phase !== 'done') return;
    completePreload();
    void navigate(next, { replace: true });
  }, [phase, completePreload, navigate, next]);

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
      <ProgressBar label={t('progress')} percent={percent} value={t('percent', { percent })} />
    </Screen>
  );
}
