// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import type { AdminStep } from '@perfuse/contract/admin/second-factor';
import type { AdminSession } from '@perfuse/contract/admin/session';
import type { CallAdmin } from '../api/client.ts';
import { toAdminError, type AdminError } from '../api/admin-error.ts';
import { focusHeading } from '../components/focus-heading.ts';
import { useTitle } from '../components/use-title.ts';
import { Form } from '@perfuse/ui/form/Form.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { LogoMark } from '@perfuse/ui/graphics/Logo.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { TextField } from '@perfuse/ui/form/TextField.tsx';
import { attemptsText } from './attempts-text.ts';
import { SecondStepForm } from './SecondStepForm.tsx';
import styles from './SignInScreen.module.css';

export interface SignInScreenProps {
  readonly callAdmin: CallAdmin;
  /** Whether a session ended without a sign-out. */
  readonly hasEnded: boolean;
  readonly onSignedIn: (session: AdminSession) => void;
}

function errorText(error: AdminError): string {
  if (error.code === 'INVALID_USER' || error.code === 'VALIDATION_ERROR') {
    return 'The email or password is incorrect.';
  }
  return attemptsText(error, 'reset the password');
}

export function SignInScreen({ callAdmin, hasEnded, onSignedIn }: SignInScreenProps): ReactNode {
  useTitle('Sign in');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [step, setStep] = useState<AdminStep | null>(null);
  const submit = async (): Promise<void> => {
    if (isBusy) return;
    setTried(true);
    setError(null);
    if (email.trim() === '' || password === '') return;
    setBusy(true);
    try {
      const answer = await callAdmin('signIn', { body: { email, password } });
      if ('SecondStep' in answer) {
        setPassword('');
        setTried(false);
        setBusy(false);
        setStep(answer);
      } else {
        onSignedIn(answer);
      }
    } catch (failure) {
      setError(errorText(toAdminError(failure)));
      setBusy(false);
    }
  };
  const brand = (
    <p className={styles['brand']}>
      <LogoMark size={40} /> Perfuse administration
    </p>
  );
  const back = (why: string | null): void => {
    setStep(null);
    setError(why);
  };
  if (step !== null) {
    return (
      <main className={styles['screen']}>
        {brand}
        <SecondStepForm callAdmin={callAdmin} step={step} onSignedIn={onSignedIn} onBack={back} />
      </main>
    );
  }
  return (
    <main className={styles['screen']}>
      {brand}
      <Form className={styles['form']} onSubmit={() => void submit()}>
        <h1 ref={focusHeading} tabIndex={-1}>
          Sign in
        </h1>
        <Message tone="info">
          {hasEnded && error === null && 'Your session has ended. Sign in again.'}
        </Message>
        <Message tone="error">{error}</Message>
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          error={isTried && email.trim() === '' ? 'Enter your email.' : undefined}
        />
        <TextField
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={isTried && password === '' ? 'Enter your password.' : undefined}
        />
        <Button type="submit" isPending={isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </Button>
        <p className={styles['note']}>
          Accounts are created on the command line: <code>perfuse administrators add</code>
        </p>
      </Form>
    </main>
  );
}
