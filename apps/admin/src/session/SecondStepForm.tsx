// SPDX-License-Identifier: Apache-2.0
import type { AdminStep } from '@perfuse/contract/admin/second-factor';
import type { AdminSession } from '@perfuse/contract/admin/session';
import { useState, type ReactNode } from 'react';
import { toAdminError, type AdminError } from '../api/admin-error.ts';
import type { CallAdmin } from '../api/client.ts';
import { focusHeading } from '../components/focus-heading.ts';
import { useTitle } from '../components/use-title.ts';
import { Form } from '@perfuse/ui/form/Form.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { TextField } from '@perfuse/ui/form/TextField.tsx';
import { attemptsText } from './attempts-text.ts';
import { AuthenticatorKey } from './AuthenticatorKey.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import styles from './SignInScreen.module.css';

export interface SecondStepFormProps {
  readonly callAdmin: CallAdmin;
  readonly step: AdminStep;
  readonly onSignedIn: (session: AdminSession) => void;
  /** Returns to the first step. @param why the reason when it was not requested. */
  readonly onBack: (why: string | null) => void;
}

function errorText(error: AdminError): string {
  if (error.code === 'INVALID_MFA_TOKEN') {
    return 'This code is wrong or has already been used. Enter the next one.';
  }
  return attemptsText(error, 'remove the second factor');
}

/** Asks for the authenticator app's code; where one is required and none is set up, shows the enrolment. */
export function SecondStepForm({
  callAdmin,
  step,
  onSignedIn,
  onBack,
}: SecondStepFormProps): ReactNode {
  const title = step.enrolment === null ? 'Second step' : 'Connect an authenticator app';
  useTitle(title);
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<{ session: AdminSession; codes: readonly string[] } | null>(
    null,
  );
  const submit = async (): Promise<void> => {
    if (isBusy) return;
    setError(null);
    setMissing(code.trim() === '');
    if (code.trim() === '') return;
    setBusy(true);
    try {
      const body = { Token: step.SecondStep.Token, Code: code.trim() };
      const { session, recoveryCodes } = await callAdmin('secondStep', { body });
      if (recoveryCodes === null) onSignedIn(session);
      else setDone({ session, codes: recoveryCodes });
    } catch (failure) {
      const refusal = toAdminError(failure);
      if (refusal.code === 'SECOND_STEP_EXPIRED') {
        onBack('That took too long. Sign in again.');
        return;
      }
      setError(errorText(refusal));
      if (refusal.code === 'INVALID_MFA_TOKEN') setCode('');
      setBusy(false);
    }
  };
  return (
    <Form className={styles['form']} onSubmit={() => void submit()}>
      <h1 ref={focusHeading} tabIndex={-1}>
        {title}
      </h1>
      {step.enrolment !== null && (
        <>
          <p>Administrators must use a second factor.</p>
          <AuthenticatorKey enrolment={step.enrolment} />
        </>
      )}
      <Message tone="error">{error}</Message>
      <TextField
        label={
          step.enrolment === null
            ? 'Code from your authenticator app, or a recovery code'
            : 'Six-digit code that the app shows'
        }
        numeric={step.enrolment !== null}
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        error={isMissing && code.trim() === '' ? 'Enter the code.' : undefined}
      />
      <Button type="submit" isPending={isBusy}>
        {isBusy ? 'Signing in…' : 'Sign in'}
      </Button>
      <Button variant="quiet" isPending={isBusy} onPress={() => onBack(null)}>
        Back
      </Button>
      {done !== null && (
        <RecoveryCodesDialog codes={done.codes} onClose={() => onSignedIn(done.session)} />
      )}
    </Form>
  );
}
