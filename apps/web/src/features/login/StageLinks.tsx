// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLaunchFacts } from '../../services/use-services.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import styles from './LoginScreen.module.css';
import type { LoginStage } from './login-form.ts';
import { firstStage } from './login-machine.ts';
import type { Login } from './use-login.ts';

/** Links from one stage to others. */
export function StageLinks({ login: { snapshot, go } }: { readonly login: Login }): ReactNode {
  const { t } = useTranslation('login');
  const { signIn } = useLaunchFacts();
  const { stage, mode, enrolment } = snapshot.context;
  // The answer to an enrolment has recovery codes, and comes only once.
  const isBound = enrolment !== null && !snapshot.matches('editing');
  const start = firstStage(mode);
  const link = (to: LoginStage, text: string): ReactNode => (
    <Button variant="quiet" isPending={isBound} onPress={() => go(to)}>
      {text}
    </Button>
  );
  if (stage !== start) {
    return (
      <div className={styles['links']}>
        {stage === 'secondStep' && link('recovery', t('link.recovery'))}
        {stage === 'recovery' && link('secondStep', t('link.authenticator'))}
        {stage === 'mobileLogin'
          ? link('mobileRequestCode', t('link.otherNumber'))
          : link(start, stage === 'signup' ? t('link.haveAccount') : t('link.cancel'))}
      </div>
    );
  }
  return (
    <div className={styles['links']}>
      {signIn.allowSignup && link('signup', t('link.signup'))}
      {mode.method === 'password' && link('resetPassword', t('link.forgot'))}
    </div>
  );
}
