// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SignedInUser } from '../../account/account.ts';
import { PATHS } from '../../routes/paths.ts';
import { withToken } from '../../account/token-source.ts';
import { useServices } from '../../services/use-services.ts';
import { saveText } from '../../platform/browser/save-file.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { EraseAccountDialog } from './EraseAccountDialog.tsx';
import styles from './MyProfileScreen.module.css';

/** The data of 10,000 measurements took a server 27 s. */
const EXPORT_TIMEOUT_MS = 120_000;

/** Everything stored about the signed-in person: to view, to export, to erase. */
export function PersonalDataCard({ user }: { readonly user: SignedInUser }): ReactNode {
  const { t } = useTranslation('my-profile');
  const { api, token } = useServices();
  const [phase, setPhase] = useState<'open' | 'fetching' | 'done' | 'failed'>('open');
  const [isErasing, setErasing] = useState(false);

  const download = async (): Promise<void> => {
    setPhase('fetching');
    try {
      const data = await withToken(token, (value) =>
        api.call('personalData', { token: value, timeoutMs: EXPORT_TIMEOUT_MS }),
      );
      const day = new Date().toISOString().slice(0, 10);
      saveText(`perfuse-${day}.json`, 'application/json', JSON.stringify(data, null, 2));
      setPhase('done');
    } catch {
      setPhase('failed');
    }
  };

  return (
    <Card title={t('data.title')}>
      <p>{t('data.text')}</p>
      <div className={styles['row']}>
        <Link className={styles['link']} to={PATHS.history}>
          {t('data.history')}
        </Link>
        <Button
          variant="secondary"
          isPending={phase === 'fetching'}
          onPress={() => void download()}
        >
          {t('data.download')}
        </Button>
        <Button variant="secondary" onPress={() => setErasing(true)}>
          {t('data.erase')}
        </Button>
      </div>
      <Message tone="info">{phase === 'done' && t('data.downloaded')}</Message>
      <Message tone="error">{phase === 'failed' && t('data.failed')}</Message>
      <EraseAccountDialog
        isOpen={isErasing}
        hasPassword={user.username !== ''}
        onClose={() => setErasing(false)}
      />
    </Card>
  );
}
