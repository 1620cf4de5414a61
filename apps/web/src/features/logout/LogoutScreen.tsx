// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { useEffect, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { LoadingScreen } from '../../components/LoadingScreen.tsx';
import { PATHS } from '../../routes/paths.ts';
import { useServices } from '../../services/use-services.ts';

const stateSchema = z.object({ reason: z.enum(['idle', 'session-expired', 'erased']) });

/** Forgets everything about the person and goes to the sign-in. */
export function LogoutScreen(): ReactNode {
  const { account } = useServices();
  const navigate = useNavigate();
  const { state } = useLocation() as { readonly state: unknown };
  useEffect(() => {
    const parsed = stateSchema.safeParse(state);
    account.signOut(parsed.success ? parsed.data.reason : 'asked');
    void navigate(PATHS.login, { replace: true });
  }, [account, navigate, state]);
  return <LoadingScreen />;
}
