// SPDX-License-Identifier: Apache-2.0
import type { PersonStep } from '@perfuse/contract/account/second-factor';
import { useEffect, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { PATHS } from '../../routes/paths.ts';
import { SignInStages } from './SignInStages.tsx';
import { firstStepOf } from './login-calls.ts';
import { useLogin } from './use-login.ts';

export interface SecondStepScreenProps {
  readonly step: PersonStep;
  readonly username: string;
}

/** The second step of a sign-in whose first step was on another screen; then the app continues. */
export function SecondStepScreen({ step, username }: SecondStepScreenProps): ReactNode {
  const navigate = useNavigate();
  const login = useLogin({ ...firstStepOf(step), username });
  const isSignedIn = login.snapshot.matches('signedIn');
  useEffect(() => {
    if (isSignedIn) void navigate(PATHS.entry, { replace: true });
  }, [isSignedIn, navigate]);
  return <SignInStages login={login} />;
}
