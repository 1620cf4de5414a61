// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PATHS } from '../../routes/paths.ts';
import { EDITION } from '../../config/build.ts';
import { rememberedStart } from '../../launch/remembered-start.ts';
import { useServices, useSession } from '../../services/use-services.ts';

import { Card } from '@perfuse/ui/layout/Card.tsx';
import { PlainButton } from '@perfuse/ui/form/PlainButton.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import { useServiceRecovery } from './use-service-recovery.ts';
import styles from './ServiceUnavailableScreen.module.css';

/** Whether this device could measure by itself if the person chose to, as last reported by the service. */
function isChoiceLeft(): boolean {
  if (EDITION !== 'consumer') return false;
  try {
    return rememberedStart(window.localStorage, true) !== null;
  } catch {
    // A browser that blocks storage throws on mere property access.
    return false;
  }
}

/** The app started and the service does not answer: what is still possible, and what must wait. */
export function ServiceUnavailableScreen({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const { t } = useTranslation(['service', 'common', 'legal']);
  const hasResult = useSession((session) => session.results.length > 0);
  const { session } = useServices();
  const [mayMeasureHere] = useState(isChoiceLeft);
  useServiceRecovery(onRetry);
  const measureHere = (): void => {
    session.getState().preferDevice(true);
    onRetry();
  };
  return (
    <Screen
      title={t('common:launchFailed.title')}
      lead={t('common:launchFailed.message')}
      actions={
        <>
          {mayMeasureHere && (
            <PlainButton onPress={measureHere}>{t('start.measureHere')}</PlainButton>
          )}
          <PlainButton variant={mayMeasureHere ? 'quiet' : 'primary'} onPress={onRetry}>
            {t('common:launchFailed.retry')}
          </PlainButton>
        </>
      }
    >
      <Card title={t('start.works')}>
        <ul className={styles['list']}>
          {mayMeasureHere && <li>{t('start.onDevice')}</li>}
          {hasResult && (
            <li>
              <Link to={PATHS.results}>{t('start.results')}</Link>
            </li>
          )}
          <li>
            <Link to={PATHS.terms}>{t('legal:terms.title')}</Link>
          </li>
          <li>
            <Link to={PATHS.privacy}>{t('legal:privacy.title')}</Link>
          </li>
        </ul>
      </Card>
      <Card title={t('start.needs')}>
        <ul className={styles['list']}>
          {!mayMeasureHere && <li>{t('start.measuring')}</li>}
          <li>{t('start.account')}</li>
        </ul>
      </Card>
      <p>{t('start.again')}</p>
    </Screen>
  );
}
