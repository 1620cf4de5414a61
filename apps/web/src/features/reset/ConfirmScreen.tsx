// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PATHS } from '../../app/routes/paths.ts';
import { useServices } from '../../app/use-services.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Message } from '../../ui/Message.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { Screen } from '../../ui/Screen.tsx';

type Failure = 'offline' | 'refused' | 'locked';
type Phase = 'open' | 'asking' | 'used';

function failureOf(cause: unknown): Failure | 'used' {
  if (!(cause instanceof ApiError)) return 'offline';
  if (cause.code === 'INVALID_CONFIRMATION_LINK') return 'used';
  if (cause.status === 401) return 'refused';
  return cause.status === 429 ? 'locked' : 'offline';
}

/** Behind the link mailed after a sign-up: the password once more, and the account begins. */
export function ConfirmScreen(): ReactNode {
  const { t } = useTranslation('reset');
  const { api, account, mailed } = useServices();
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [phase, setPhase] = useState<Phase>(mailed.confirm === null ? 'used' : 'open');
  const [failure, setFailure] = useState<Failure | null>(null);

  const submit = async (): Promise<void> => {
    if (mailed.confirm === null || phase !== 'open' || password === '') return;
    setPhase('asking');
    setFailure(null);
    try {
      const body = { token: mailed.confirm, password };
      const { Email, ...pair } = await api.call('confirmSignUp', { body });
      await account.signIn(pair, { username: Email, phoneNumber: '' });
      void navigate(PATHS.entry, { replace: true });
    } catch (cause) {
      const found = failureOf(cause);
      setPhase(found === 'used' ? 'used' : 'open');
      setFailure(found === 'used' ? null : found);
    }
  };

  if (phase === 'used') {
    return (
      <Screen
        key="used"
        title={t('confirm.usedTitle')}
        lead={t('confirm.usedLead')}
        actions={<Button onPress={() => void navigate(PATHS.login)}>{t('confirm.signIn')}</Button>}
      />
    );
  }
  return (
    <Screen key="open" title={t('confirm.title')} lead={t('confirm.lead')}>
      <Message tone="error">
        {failure !== null &&
          (failure === 'refused' ? t('confirm.refused') : t(`failure.${failure}`))}
      </Message>
      <form
        noValidate
        style={{ display: 'contents' }}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Card>
          <PasswordField
            name="password"
            label={t('confirm.password')}
            value={password}
            onChange={setPassword}
          />
        </Card>
        <div>
          <Button type="submit" isPending={phase === 'asking'} isDisabled={password === ''}>
            {t('confirm.submit')}
          </Button>
        </div>
      </form>
    </Screen>
  );
}
