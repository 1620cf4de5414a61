// SPDX-License-Identifier: Apache-2.0
import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '@perfuse/ui/loading/lazy-part.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PATHS } from '../../routes/paths.ts';
import { useLaunchFacts, useServices } from '../../services/use-services.ts';
import { visitServicesOf } from '../../services/visit-services.ts';
import { Form } from '@perfuse/ui/form/Form.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import { Skeleton } from '@perfuse/ui/feedback/Skeleton.tsx';
import { LoginMessages } from './LoginMessages.tsx';
import styles from './LoginScreen.module.css';
import { StageFields } from './StageFields.tsx';
import { StageLinks } from './StageLinks.tsx';
import type { Login } from './use-login.ts';
import { useNewPasswordRules } from '../../components/credentials/use-new-password-rules.ts';

const AuthenticatorKey = lazyPart(async () => (await import('./Enrolment.tsx')).AuthenticatorKey);
const RecoveryCodesDialog = lazyPart(
  async () => (await import('./Enrolment.tsx')).RecoveryCodesDialog,
);

/** The current stage of a sign-in, as a screen. */
export function SignInStages({ login }: { readonly login: Login }): ReactNode {
  const { t } = useTranslation('login');
  const { requiresAuthentication } = useLaunchFacts();
  const { snapshot, send } = login;
  const { stage, mode, broken, notice, fields, enrolment, admitted } = snapshot.context;
  const isPending = !snapshot.matches('editing');
  const isNewPassword = stage === 'signup' && mode.method === 'password';
  const { visit } = visitServicesOf(useServices());
  const { configId } = visit.getState();
  const rules = useNewPasswordRules(
    isNewPassword ? { accessCode: fields.accessCode.trim(), configId } : null,
    fields.password,
    broken,
  );

  const mailSent = notice === 'mail-sent' || notice === 'confirm-sent';
  return (
    <Screen
      key={stage}
      title={t(`stage.${stage}.title`)}
      lead={mailSent ? undefined : t(`stage.${stage}.lead`)}
    >
      <LoginMessages login={login} />
      {!mailSent && (
        <Form
          className={styles['form']}
          onSubmit={() => {
            if (!isPending) send({ type: 'SUBMIT', breaksRules: rules?.valid === false });
          }}
        >
          <Card>
            {enrolment !== null && (
              <Suspense fallback={<Skeleton shape="pill" />}>
                <AuthenticatorKey enrolment={enrolment} />
              </Suspense>
            )}
            <StageFields login={login} rules={rules} />
          </Card>
          <div className={styles['actions']}>
            <Button type="submit" isPending={isPending} className={styles['submit'] ?? ''}>
              {t(`stage.${stage}.submit`)}
            </Button>
            <p role="status" className={styles['pending']}>
              {isPending && t('pending')}
            </p>
          </div>
        </Form>
      )}
      {admitted !== null && (
        <Suspense fallback={null}>
          <RecoveryCodesDialog login={login} codes={admitted.recoveryCodes} />
        </Suspense>
      )}
      <StageLinks login={login} />
      {!requiresAuthentication && (
        <p className={styles['guest']}>
          <Link to={PATHS.entry}>{t('asGuest')}</Link>
        </p>
      )}
    </Screen>
  );
}
