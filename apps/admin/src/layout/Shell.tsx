// SPDX-License-Identifier: Apache-2.0
import { useContext, type ReactNode } from 'react';
import { NavLink, Outlet } from 'react-router';
import { useSession } from '../api/session-context.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { LogoMark } from '@perfuse/ui/graphics/Logo.tsx';
import { SkipLink } from '@perfuse/ui/layout/SkipLink.tsx';
import { UnsavedContext } from '../components/use-unsaved-changes.ts';
import styles from '../components/layout.module.css';

/** The bar above every page: navigation, and the signed-in administrator. */
export function Shell(): ReactNode {
  const { session, signOut } = useSession();
  const { leave } = useContext(UnsavedContext);
  return (
    <>
      <header className={styles['bar']}>
        <SkipLink>Skip to content</SkipLink>
        <span className={styles['brand']}>
          <LogoMark size={28} />
          <span className={styles['name']}>Perfuse administration</span>
        </span>
        <nav className={styles['nav']} aria-label="Administration">
          <NavLink to="/" end>
            Organisations
          </NavLink>
          <NavLink to="/audit">Audit log</NavLink>
          <NavLink to="/account">Account</NavLink>
        </nav>
        <span className={styles['who']}>
          <span className={styles['email']}>{session.administrator.email}</span>
          <Button variant="quiet" onPress={() => leave(signOut)}>
            Sign out
          </Button>
        </span>
      </header>
      <Outlet />
    </>
  );
}
