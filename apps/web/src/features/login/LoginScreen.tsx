// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { SignInStages } from './SignInStages.tsx';
import { useLogin } from './use-login.ts';

/** Sign-in, sign-up, codes by phone and password reset. */
export function LoginScreen(): ReactNode {
  return <SignInStages login={useLogin()} />;
}
