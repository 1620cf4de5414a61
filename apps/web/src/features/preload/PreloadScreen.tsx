// SPDX-License-Identifier: Apache-2.0
import { captureAssets } from '@perfuse/capture';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PATHS } from '../../app/routes/paths.ts';
import { useSession } from '../../app/use-services.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { download } from './download.ts';

interface AttemptProps {
  readonly onDone: () => void;
  readonly onFailed: () => void;
}

/** One try at the download, for as long as it is on the screen. */
function Attempt({ onDone, onFailed }: AttemptProps): ReactNode {
  const { t } = useTranslation('preload');
  const [percent, setPercent] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    download(captureAssets(), { signal, onPercent: setPercent }).then(onDone, () => {
      if (!signal.aborted) onFailed();
    });
    return () => leaving.abort();
  }, [onDone, onFailed]);
  return (
    <Screen title={t('title')} lead={t('lead')}>
      <ProgressBar label={t('progress')} percent={percent} />
    </Screen>
  );
}

type Phase = 'loading' | 'failed' | 'done';

/** Fetches the files that read the face, so that the measurement never waits for them. */
export function PreloadScreen(): ReactNode {
  const { t } = useTranslation('preload');
  const navigate = useNavigate();
  const completePreload = useSession((session) => session.completePreload);
  const [phase, setPhase] = useState<Phase>('loading');
  const [turn] = useState(() => ({
    done: () => setPhase('done'),
    failed: () => setPhase('failed'),
  }));

  useEffect(() => {
    if (phase !== 'done') return;
    completePreload();
    void navigate(PATHS.entry, { replace: true });
  }, [phase, completePreload, navigate]);

  if (phase !== 'failed') return <Attempt onDone={turn.done} onFailed={turn.failed} />;
  return (
    <Screen
      title={t('failed')}
      lead={<span role="alert">{t('WEB_PRELOAD_FAILED')}</span>}
      actions={<Button onPress={() => setPhase('loading')}>{t('retry')}</Button>}
    />
  );
}
