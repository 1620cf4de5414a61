// SPDX-License-Identifier: Apache-2.0
import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router';
import { focusHeading } from '../components/focus-heading.ts';
import { useTitle } from '../components/use-title.ts';
import styles from '../components/layout.module.css';

export interface PageProps {
  readonly title: string;
  /** Name of one of several pages with the same heading, for the browser's title. */
  readonly part?: string;
  readonly lead?: ReactNode;
  /** Link to the previous page. */
  readonly back?: { readonly to: string; readonly label: string };
  readonly children: ReactNode;
}

/** One page. */
export function Page({ title, part, lead, back, children }: PageProps): ReactNode {
  useTitle(part === undefined ? title : `${part} · ${title}`);
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <main className={styles['main']}>
      {back !== undefined && (
        <Link className={styles['back']} to={back.to}>
          <span aria-hidden="true">←</span> {back.label}
        </Link>
      )}
      <h1 ref={focusHeading} tabIndex={-1} className={styles['title']}>
        {title}
      </h1>
      {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
      {children}
    </main>
  );
}
