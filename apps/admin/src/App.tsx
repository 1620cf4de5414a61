// SPDX-License-Identifier: Apache-2.0
import { Activity, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import type { AdminSession } from '@perfuse/contract/admin/session';
import { AccountPage } from './session/AccountPage.tsx';
import { AdminError, toAdminError } from './api/admin-error.ts';
import { createClient, type CallAdmin } from './api/client.ts';
import { AuditPage } from './audit/AuditPage.tsx';
import { ConfigurationPage } from './configurations/ConfigurationPage.tsx';
import { NewConfigurationPage } from './configurations/NewConfigurationPage.tsx';
import { NotFoundPage } from './layout/NotFoundPage.tsx';
import { Shell } from './layout/Shell.tsx';
import { NewOrganisationPage } from './organisations/NewOrganisationPage.tsx';
import { OrganisationPage } from './organisations/OrganisationPage.tsx';
import { OrganisationsPage } from './organisations/OrganisationsPage.tsx';
import { SessionContext, type SignedIn } from './api/session-context.ts';
import { SignInScreen } from './session/SignInScreen.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';

type State =
  | { readonly is: 'asking' }
  | {
      readonly is: 'out';
      /** The expired session: its pages stay, with their input, until the same administrator signs in again. */
      readonly ended: AdminSession | null;
    }
  | { readonly is: 'unknown'; readonly error: AdminError }
  | { readonly is: 'in'; readonly session: AdminSession };

/** A page of one administrator does not end the session of another. */
const SOMEBODY_ELSE = new AdminError(
  'INVALID_TOKEN',
  'You are signed out, but another administrator is now signed in in this browser.',
);

/** A session that ends while pages are shown keeps them. */
const endOf = (past: State): State => {
  if (past.is === 'out') return past;
  return { is: 'out', ended: past.is === 'in' ? past.session : null };
};

/** Shows the pages to a signed-in administrator, else the sign-in screen. */
export function App(): ReactNode {
  const [state, setState] = useState<State>({ is: 'asking' });
  const end = useCallback(() => setState(endOf), []);
  const callAdmin = useMemo(() => createClient(end), [end]);
  const look = useCallback(() => {
    callAdmin('session').then(
      (session) => setState({ is: 'in', session }),
      (failure: unknown) => {
        const error = toAdminError(failure);
        if (error.code !== 'INVALID_TOKEN') setState({ is: 'unknown', error });
      },
    );
  }, [callAdmin]);
  useEffect(look, [look]);
  const signOut = useCallback((callAsShown: CallAdmin) => {
    const out = () => setState({ is: 'out', ended: null });
    // Signed out only once the server confirms it: the next person at this browser must not find a session.
    callAsShown('signOut').then(out, (failure: unknown) => {
      const error = toAdminError(failure);
      setState({ is: 'unknown', error: error.code === 'INVALID_TOKEN' ? SOMEBODY_ELSE : error });
    });
  }, []);

  switch (state.is) {
    case 'asking':
      return (
        <main>
          <p role="status">Loading…</p>
        </main>
      );
    case 'unknown':
      return (
        <main>
          <Message tone="error">{state.error.message}</Message>
          <Button onPress={look}>
            {state.error === SOMEBODY_ELSE ? 'Continue as that administrator' : 'Try again'}
          </Button>
        </main>
      );
    case 'out':
    case 'in': {
      const isIn = state.is === 'in';
      const session = isIn ? state.session : state.ended;
      return (
        <>
          {!isIn && (
            <SignInScreen
              callAdmin={callAdmin}
              hasEnded={session !== null}
              onSignedIn={(next) => setState({ is: 'in', session: next })}
            />
          )}
          {session !== null && (
            <Activity key={session.administrator.id} mode={isIn ? 'visible' : 'hidden'}>
              <Pages session={session} signOut={signOut} onSignedOut={end} />
            </Activity>
          )}
        </>
      );
    }
  }
}

interface PagesProps extends Pick<SignedIn, 'session'> {
  readonly signOut: (callAdmin: CallAdmin) => void;
  readonly onSignedOut: () => void;
}

/** Makes calls as the administrator of `session`, even while somebody else signs in in another tab. */
function Pages({ session, signOut, onSignedOut }: PagesProps): ReactNode {
  const { id } = session.administrator;
  const callAdmin = useMemo(() => createClient(onSignedOut, id), [onSignedOut, id]);
  return (
    <SessionContext value={{ session, callAdmin, signOut: () => signOut(callAdmin) }}>
      <Routes>
        <Route element={<Shell />}>
          <Route index element={<OrganisationsPage />} />
          <Route path="new-organisation" element={<NewOrganisationPage />} />
          <Route path="organisations/:id/new" element={<NewConfigurationPage />} />
          <Route
            path="organisations/:id/configurations/:configId"
            element={<ConfigurationPage />}
          />
          <Route path="organisations/:id/:part?" element={<OrganisationPage />} />
          <Route path="audit" element={<AuditPage />} />
          <Route path="account" element={<AccountPage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </SessionContext>
  );
}
