// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { PasswordForm, type PasswordFormProps } from './PasswordForm.tsx';

export interface PasswordCardProps extends Pick<PasswordFormProps, 'username'> {
  /** Called when the other sessions have ended. */
  readonly onChanged: () => void;
}

export function PasswordCard({ username, onChanged }: PasswordCardProps): ReactNode {
  const { t } = useTranslation('access');
  const [phase, setPhase] = useState<'closed' | 'open' | 'cancelled' | 'done'>('closed');
  return (
    <Card title={t('password.title')}>
      <p>{t('password.text')}</p>
      {phase === 'open' ? (
        <PasswordForm
          username={username}
          onCancel={() => setPhase('cancelled')}
          onDone={() => {
            setPhase('done');
            onChanged();
          }}
        />
      ) : (
        <div>
          <Button
            variant="secondary"
            autoFocus={phase !== 'closed'}
            onPress={() => setPhase('open')}
          >
            {t('password.submit')}
          </Button>
        </div>
      )}
      <Message tone="info">{phase === 'done' && t('password.done')}</Message>
    </Card>
  );
}
