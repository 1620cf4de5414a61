// SPDX-License-Identifier: Apache-2.0
import { createContext, useContext } from 'react';
import type { AdminSession } from '@perfuse/contract/admin/session';
import type { CallAdmin } from './client.ts';

export interface SignedIn {
  readonly session: AdminSession;
  readonly callAdmin: CallAdmin;
  readonly signOut: () => void;
}

export const SessionContext = createContext<SignedIn | null>(null);

/** @throws Error outside of a session. */
export function useSession(): SignedIn {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession requires a SessionContext.');
  return session;
}

/** Public address of the app: as the operator set it, else this page's origin. */
export const useAppAddress = (): string => useSession().session.publicUrl ?? window.location.origin;
