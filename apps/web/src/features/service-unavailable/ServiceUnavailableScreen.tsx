// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PATHS } from '../../routes/paths.ts';
import { useSession } from '../../services/use-services.ts';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { PlainButton } from '@perfuse/ui/form/PlainButton.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import { useServiceRecovery } from './use-service-recovery.ts';
import styles from './ServiceUnavailableScreen.module.css';

/** The app started and the service does not answer: what can be done all the same, and what must wait. */
export function ServiceUnavailableScreen({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const { t } = useTranslation(['service', 'common', 'legal']);
  const hasResult = useSession((session) => session.results.length > 0);
  useServiceRecovery(onRetry);
  return (
    <Screen
      title={t('common:launchFailed.title')}
      lead={t('common:launchFailed.message')}
      actions={<PlainButton onPress={onRetry}>{t('common:launchFailed.retry')}</PlainButton>}
    >
      <Card title={t('start.works')}>
        <ul className={styles['list']}>
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
          <li>{t('start.measuring')}</li>
          <li>{t('start.account')}</li>
        </ul>
      </Card>
      <p>{t('start.again')}</p>
    </Screen>
  );
}
