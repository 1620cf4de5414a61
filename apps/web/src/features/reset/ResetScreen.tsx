// SPDX-License-Identifier: Apache-2.0
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PATHS } from '../../routes/paths.ts';
import { useServices } from '../../services/use-services.ts';
import { Form } from '@perfuse/ui/form/Form.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import { NewPassword } from '../../components/credentials/NewPassword.tsx';
import {
  passwordRefusal,
  type PasswordRefusal,
} from '../../components/credentials/password-refusal.ts';
import { useNewPasswordRules } from '../../components/credentials/use-new-password-rules.ts';
import { useNewLink } from '../../launch/use-new-link.ts';
import { linkFailure, type LinkFailure } from './mailed-links.ts';

type Phase = 'open' | 'asking' | 'done' | LinkFailure;

/** Opened by the mailed link: sets a new password, once. */
export function ResetScreen(): ReactNode {
  const { t } = useTranslation(['reset', 'login']);
  const { api, mailed } = useServices();
  useNewLink();
  const [resetToken] = useState(() => mailed().reset);
  const navigate = useNavigate();
  const formId = useId();
  const [password, setPassword] = useState('');
  const [phase, setPhase] = useState<Phase>(resetToken === null ? 'used' : 'open');
  const [refusal, setRefusal] = useState<PasswordRefusal | null>(null);
  const rules = useNewPasswordRules({ token: resetToken }, password, refusal?.rules);

  const submit = async (): Promise<void> => {
    if (resetToken === null || phase === 'asking') return;
    if (rules?.valid === false) {
      setRefusal((past) => past ?? { code: 'PASSWORD_POLICY', rules: [] });
      return;
    }
    setPhase('asking');
    try {
      await api.call('completeReset', { body: { token: resetToken, password } });
      setPhase('done');
    } catch (cause) {
      const refused = passwordRefusal(cause);
      setRefusal(refused);
      setPhase(refused === null ? linkFailure(cause, 'INVALID_RESET_LINK') : 'open');
    }
  };

  if (phase === 'done') {
    return (
      <Screen
        key="done"
        title={t('done.title')}
        lead={t('done.lead')}
        actions={<Button onPress={() => void navigate(PATHS.login)}>{t('done.signIn')}</Button>}
      />
    );
  }
  // The request for the rules reports it, before the person types a password.
  const isOld = linkFailure(rules?.failure, 'INVALID_RESET_LINK') === 'used';
  if (phase === 'used' || isOld) {
    return (
      <Screen
        key="used"
        title={t('used.title')}
        lead={t('used.lead')}
        actions={
          <Button onPress={() => void navigate(PATHS.login, { state: { stage: 'resetPassword' } })}>
            {t('used.again')}
          </Button>
        }
      />
    );
  }
  return (
    <Screen
      key="open"
      title={t('title')}
      lead={t('lead')}
      actions={
        <Button type="submit" form={formId} isPending={phase === 'asking'}>
          {t('submit')}
        </Button>
      }
    >
      <Message tone="error">
        {phase !== 'open' && phase !== 'asking' && t(`failure.${phase}`)}
      </Message>
      <Form id={formId} onSubmit={() => void submit()}>
        <Card>
          <NewPassword
            value={password}
            onChange={(value) => {
              setPassword(value);
              setRefusal(null);
            }}
            error={refusal === null ? undefined : t(`login:${refusal.code}`)}
            rules={rules}
          />
        </Card>
      </Form>
    </Screen>
  );
}
