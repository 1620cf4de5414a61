// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { SignInStages } from './SignInStages.tsx';
import { useLogin } from './use-login.ts';

const stateSchema = z.object({ stage: z.literal('resetPassword') });

/** Sign-in, sign-up, codes by phone and the way to a forgotten password. */
export function LoginScreen(): ReactNode {
  const { state } = useLocation() as { readonly state: unknown };
  const login = useLogin(stateSchema.safeParse(state).success ? 'resetPassword' : null);
  return <SignInStages login={login} />;
}
