// SPDX-License-Identifier: Apache-2.0
import type { Enrolment } from '@perfuse/contract/account/second-factor';
import { useEffect, useState, type ReactNode } from 'react';
import { FormCard } from '../components/FormCard.tsx';
import { useSave } from '../components/use-save.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { TextField } from '@perfuse/ui/form/TextField.tsx';
import { AuthenticatorKey } from './AuthenticatorKey.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { useSession } from '../api/session-context.ts';

/** The own second factor: turning it on and off, and new recovery codes. */
export function SecondFactorCard(): ReactNode {
  const { callAdmin, session } = useSession();
  const [isOn, setOn] = useState(session.administrator.hasSecondFactor);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const save = useSave();
  useEffect(() => {
    // The session may be older than the last change; without an answer it is what is known.
    callAdmin('secondFactor').then(
      ({ since }) => setOn(since !== null),
      () => undefined,
    );
  }, [callAdmin]);
  const wrong = save.error?.code;
  const clear = (): void => {
    setPassword('');
    setCode('');
  };

  const begin = (): Promise<boolean> =>
    save.run(async () => {
      setEnrolment(await callAdmin('beginSecondFactor', { body: { password } }));
      clear();
    }, 'Connect your authenticator app now.');
  const confirm = (): Promise<boolean> =>
    save.run(async () => {
      const answer = await callAdmin('confirmSecondFactor', { body: { code: code.trim() } });
      setEnrolment(null);
      setOn(true);
      setCodes(answer.recoveryCodes);
      clear();
    }, 'The second factor is on.');
  const renew = (): Promise<boolean> =>
    save.run(async () => {
      const answer = await callAdmin('renewRecoveryCodes', {
        body: { password, code: code.trim() },
      });
      setCodes(answer.recoveryCodes);
      clear();
    }, 'The old recovery codes no longer work.');
  const end = (): Promise<boolean> =>
    save.run(async () => {
      await callAdmin('endSecondFactor', { body: { password, code: code.trim() } });
      setOn(false);
      clear();
    }, 'The second factor is off.');

  const isEnrolling = enrolment !== null;
  const submit = isEnrolling ? confirm : isOn ? renew : begin;
  return (
    <>
      <FormCard
        title="Second factor"
        save={save}
        onSubmit={() => void submit()}
        action={isEnrolling ? 'Turn on' : isOn ? 'New recovery codes' : 'Set up'}
        {...(isOn && !session.requiresSecondFactor
          ? {
              extra: (
                <Button variant="secondary" onPress={() => void end()}>
                  Turn off
                </Button>
              ),
            }
          : {})}
      >
        <p>
          {isOn
            ? 'Signing in requires a code from your authenticator app, or a recovery code.'
            : 'With a second factor, signing in also requires a code from an authenticator app on your phone.'}
        </p>
        {isEnrolling && <AuthenticatorKey enrolment={enrolment} />}
        {!isEnrolling && (
          <TextField
            label="Your password"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            error={
              wrong === 'INVALID_USER' ? 'That password is incorrect.' : save.fieldError('password')
            }
          />
        )}
        {(isEnrolling || isOn) && (
          <TextField
            label={isEnrolling ? 'Six-digit code that the app shows' : 'Code, or a recovery code'}
            numeric={isEnrolling}
            autoComplete="one-time-code"
            value={code}
            onChange={setCode}
            error={
              wrong === 'INVALID_MFA_TOKEN'
                ? 'This code is wrong or has already been used. Enter the next one.'
                : save.fieldError('code')
            }
          />
        )}
      </FormCard>
      {codes !== null && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </>
  );
}
