// SPDX-License-Identifier: Apache-2.0
import { useCallback, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { stepBeforeCamera } from '../../routes/before-camera.ts';
import { PATHS } from '../../routes/paths.ts';
import { useIsCallbackMode, useSession } from '../../services/use-services.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { CameraIcon, ShieldIcon } from '@perfuse/ui/graphics/icons.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import { browserFamily } from '../../platform/browser/browser-family.ts';
import { ContinueOnPhone } from '../handoff/ContinueOnPhone.tsx';
import { WatchSample } from '../sample/WatchSample.tsx';
import styles from './PermissionScreen.module.css';
import { usePermission, type Attempt } from './use-permission.ts';

const STEPS = ['1', '2', '3'] as const;

/** Why the camera is still unavailable after the person has tried. */
function Problem({ attempt }: { readonly attempt: Attempt }): ReactNode {
  const { t } = useTranslation('permission');
  if (attempt === 'none' || attempt === 'asking') return null;
  return (
    <div role="alert">
      <Card tone="notice">
        <p>{t(`problem.${attempt}`)}</p>
      </Card>
    </div>
  );
}

/** What to press in this browser. */
function Steps(): ReactNode {
  const { t } = useTranslation('permission');
  const family = browserFamily(navigator.userAgent, navigator.maxTouchPoints);
  return (
    <Card title={t('steps.title')} icon={<CameraIcon />}>
      <ol className={styles['steps']}>
        {STEPS.map((step) => (
          <li key={step}>{t(`steps.${family}.${step}`)}</li>
        ))}
      </ol>
    </Card>
  );
}

/** Explains that the camera is needed and how to allow it; continues automatically once it is allowed. */
export function PermissionScreen(): ReactNode {
  const { t } = useTranslation('permission');
  const navigate = useNavigate();
  const isCallbackMode = useIsCallbackMode();
  const before = useSession(stepBeforeCamera);
  const proceed = useCallback(
    () => void navigate(PATHS.measurement, { replace: true }),
    [navigate],
  );
  const { permission, attempt, ask } = usePermission(proceed);
  const blocked = permission === 'denied' || attempt === 'denied';
  return (
    <Screen
      title={t('title')}
      lead={t('lead')}
      back={isCallbackMode ? PATHS.measurement : before}
      actions={
        <>
          <Button isPending={attempt === 'asking'} onPress={ask}>
            {blocked ? t('again') : t('allow')}
          </Button>
          <ContinueOnPhone
            variant={attempt === 'none' || attempt === 'asking' ? 'quiet' : 'secondary'}
          />
          <WatchSample />
        </>
      }
    >
      {blocked && <Steps />}
      <Card tone="quiet" title={t('privacy.title')} icon={<ShieldIcon />}>
        <p>{t('privacy.text')}</p>
      </Card>
      {/* Directly above the pressed button: further up, it may be off screen on a phone. */}
      <Problem attempt={attempt} />
    </Screen>
  );
}
