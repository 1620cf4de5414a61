// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { SignInStages } from './SignInStages.tsx';
import { firstStage } from './login-machine.ts';
import type { LoginStage } from './login-form.ts';
import { useLogin } from './use-login.ts';

/** Stages without prerequisites are entries of the browser's history. */
const entrySchema = z.object({ stage: z.enum(['signup', 'resetPassword']) });

/** Sign-in, sign-up, codes by phone and password reset. */
export function LoginScreen(): ReactNode {
  const location = useLocation() as { readonly key: string; readonly state: unknown };
  const navigate = useNavigate();
  const entry = entrySchema.safeParse(location.state).data?.stage ?? null;
  const login = useLogin(entry);
  const start = firstStage(login.snapshot.context.mode);
  const go = (stage: LoginStage): void => {
    const isEntry = entrySchema.safeParse({ stage }).success || (stage === start && entry !== null);
    if (isEntry) void navigate('.', { state: { stage } });
    else login.go(stage);
  };
  const shown = useRef(location.key);
  const left = useRef('');
  const { stage } = login.snapshot.context;
  useEffect(() => {
    if (shown.current !== location.key) {
      shown.current = location.key;
      if (stage !== (entry ?? start)) login.go(entry ?? start);
    } else if (entry !== null && stage === start && left.current !== location.key) {
      // The stage is finished: a reload does not start it again.
      left.current = location.key;
      void navigate('.', { replace: true });
    }
  });
  return <SignInStages login={{ ...login, go }} />;
}
