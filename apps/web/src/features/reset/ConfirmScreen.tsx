// SPDX-License-Identifier: Apache-2.0
import type { PersonStep } from '@perfuse/contract/account/second-factor';
import { SIGN_IN_ROUTES } from '@perfuse/contract/backend/second-factor-routes';
import { Suspense, useId, useState, type ReactNode } from 'react';
import { lazyPart } from '@perfuse/ui/loading/lazy-part.ts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PATHS } from '../../routes/paths.ts';
import { LoadingScreen } from '../../components/LoadingScreen.tsx';
import { useServices } from '../../services/use-services.ts';
import { createClient } from '../../platform/http/create-client.ts';
import { Form } from '@perfuse/ui/form/Form.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import { useNewLink } from '../../launch/use-new-link.ts';
import { linkFailure, type LinkFailure } from './mailed-links.ts';

const SecondStepScreen = lazyPart(
  async () => (await import('../login/SecondStepScreen.tsx')).SecondStepScreen,
);

type Phase = 'open' | 'missing' | 'asking' | LinkFailure;

/**
 * Opened by the link mailed after a sign-up: asks for the password again, and for the second step where one is needed,
 * then activates the account.
 */
export function ConfirmScreen(): ReactNode {
  const { t } = useTranslation(['reset', 'login']);
  const { account, mailed } = useServices();
  useNewLink();
  const navigate = useNavigate();
  const formId = useId();
  const [password, setPassword] = useState('');
  const [confirmToken] = useState(() => mailed().confirm);
  const [phase, setPhase] = useState<Phase>(confirmToken === null ? 'used' : 'open');
  const [step, setStep] = useState<(PersonStep & { readonly Email: string }) | null>(null);

  const submit = async (): Promise<void> => {
    if (confirmToken === null || phase === 'asking') return;
    setPhase(password === '' ? 'missing' : 'asking');
    if (password === '') return;
    try {
      const body = { token: confirmToken, password };
      const entry = createClient(SIGN_IN_ROUTES, '/api');
      const answer = await entry.call('confirmSignUp', { body });
      if ('SecondStep' in answer) {
        setStep(answer);
        return;
      }
      const { Email, ...pair } = answer;
      await account.signIn(pair, { username: Email, phoneNumber: '' });
      void navigate(PATHS.entry, { replace: true });
    } catch (cause) {
      setPhase(linkFailure(cause, 'INVALID_CONFIRMATION_LINK'));
    }
  };

  if (step !== null) {
    return (
      <Suspense fallback={<LoadingScreen />}>
        <SecondStepScreen step={step} username={step.Email} />
      </Suspense>
    );
  }
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
    <Screen
      key="open"
      title={t('confirm.title')}
      lead={t('confirm.lead')}
      actions={
        <Button type="submit" form={formId} isPending={phase === 'asking'}>
          {t('confirm.submit')}
        </Button>
      }
    >
      <Message tone="error">
        {phase !== 'open' &&
          phase !== 'missing' &&
          phase !== 'asking' &&
          t(phase === 'refused' ? 'confirm.refused' : `failure.${phase}`)}
      </Message>
      <Form id={formId} onSubmit={() => void submit()}>
        <Card>
          <PasswordField
            name="password"
            label={t('confirm.password')}
            value={password}
            onChange={setPassword}
            error={
              phase === 'missing' && password === ''
                ? t('login:FORM_VALIDATION_ELEMENT_REQUIRED', { field: t('confirm.password') })
                : undefined
            }
          />
        </Card>
      </Form>
    </Screen>
  );
}
