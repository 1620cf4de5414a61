// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import type { SignedInUser } from '../../../account/account.ts';
import { PasswordCard } from './PasswordCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { useSessions } from './use-sessions.ts';

/** Access to the signed-in person's account: password and sessions. */
export function AccessCards({ user }: { readonly user: SignedInUser }): ReactNode {
  const sessions = useSessions();
  const hasPassword = user.username !== '';
  return (
    <>
      {hasPassword && <PasswordCard username={user.username} onChanged={sessions.reload} />}
      <SessionsCard sessions={sessions} hasPassword={hasPassword} />
    </>
  );
}
