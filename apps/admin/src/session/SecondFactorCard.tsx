// SPDX-License-Identifier: Apache-2.0
import type { Enrolment } from '@perfuse/contract/account/second-factor';
import { useEffect, useState, type ReactNode } from 'react';
import { FormCard } from '../components/FormCard.tsx';
import { useSave, type Save } from '../components/use-save.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { TextField } from '@perfuse/ui/form/TextField.tsx';
import { AuthenticatorKey } from './AuthenticatorKey.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { useSession } from '../api/session-context.ts';

/** State of the administrator's own second factor. */
type Factor =
  | { readonly is: 'off' }
  | { readonly is: 'enrolling'; readonly enrolment: Enrolment }
  /** `codes`: new recovery codes, shown only once. */
  | { readonly is: 'on'; readonly codes: readonly string[] | null };

const known = (isOn: boolean): Factor => (isOn ? { is: 'on', codes: null } : { is: 'off' });

const ACTIONS = { off: 'Set up', enrolling: 'Turn on', on: 'New recovery codes' } as const;

interface FactorFieldsProps {
  readonly factor: Factor;
  readonly save: Save;
  readonly password: string;
  readonly onPassword: (password: string) => void;
  readonly code: string;
  readonly onCode: (code: string) => void;
}

/** Fields of each step. */
function FactorFields(props: FactorFieldsProps): ReactNode {
  const { factor, save, password, onPassword, code, onCode } = props;
  const wrong = save.error?.code;
  const isEnrolling = factor.is === 'enrolling';
  return (
    <>
      <p>
        {factor.is === 'on'
          ? 'Signing in requires a code from your authenticator app, or a recovery code.'
          : 'With a second factor, signing in also requires a code from an authenticator app on your phone.'}
      </p>
      {isEnrolling ? (
        <AuthenticatorKey enrolment={factor.enrolment} />
      ) : (
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={onPassword}
          error={
            wrong === 'INVALID_USER' ? 'That password is incorrect.' : save.fieldError('password')
          }
        />
      )}
      {factor.is !== 'off' && (
        <TextField
          label={isEnrolling ? 'Six-digit code that the app shows' : 'Code, or a recovery code'}
          numeric={isEnrolling}
          autoComplete="one-time-code"
          value={code}
          onChange={onCode}
          error={
            wrong === 'INVALID_MFA_TOKEN'
              ? 'This code is wrong or has already been used. Enter the next one.'
              : save.fieldError('code')
          }
        />
      )}
    </>
  );
}

/** The administrator's own second factor: turning it on and off, and new recovery codes. */
export function SecondFactorCard(): ReactNode {
  const { callAdmin, session } = useSession();
  const [atFirst] = useState(() => known(session.administrator.hasSecondFactor));
  const [factor, setFactor] = useState(atFirst);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const save = useSave();
  useEffect(() => {
    // The session may be older than the last change; without an answer its state is used.
    callAdmin('secondFactor').then(
      ({ since }) => setFactor((now) => (now === atFirst ? known(since !== null) : now)),
      () => undefined,
    );
  }, [callAdmin, atFirst]);
  /** Runs the step, and clears the fields. */
  const go = (step: () => Promise<Factor>, done: string): void =>
    void save.run(async () => {
      setFactor(await step());
      setPassword('');
      setCode('');
    }, done);
  const proof = { password, code: code.trim() };

  const begin = async (): Promise<Factor> => ({
    is: 'enrolling',
    enrolment: await callAdmin('beginSecondFactor', { body: { password } }),
  });
  const confirm = async (): Promise<Factor> => {
    const { recoveryCodes } = await callAdmin('confirmSecondFactor', {
      body: { code: proof.code },
    });
    return { is: 'on', codes: recoveryCodes };
  };
  const renew = async (): Promise<Factor> => {
    const { recoveryCodes } = await callAdmin('renewRecoveryCodes', { body: proof });
    return { is: 'on', codes: recoveryCodes };
  };
  const end = async (): Promise<Factor> => {
    await callAdmin('endSecondFactor', { body: proof });
    return known(false);
  };
  const submit = {
    off: () => go(begin, 'Connect your authenticator app now.'),
    enrolling: () => go(confirm, 'The second factor is on.'),
    on: () => go(renew, 'The old recovery codes no longer work.'),
  };
  return (
    <>
      <FormCard
        title="Second factor"
        save={save}
        onSubmit={submit[factor.is]}
        action={ACTIONS[factor.is]}
        extra={
          factor.is === 'on' &&
          !session.requiresSecondFactor && (
            <Button variant="secondary" onPress={() => go(end, 'The second factor is off.')}>
              Turn off
            </Button>
          )
        }
      >
        <FactorFields
          factor={factor}
          save={save}
          password={password}
          onPassword={setPassword}
          code={code}
          onCode={setCode}
        />
      </FormCard>
      {factor.is === 'on' && factor.codes !== null && (
        <RecoveryCodesDialog codes={factor.codes} onClose={() => setFactor(known(true))} />
      )}
    </>
  );
}
