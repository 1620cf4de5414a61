// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Header } from './Header.tsx';
import styles from './Screen.module.css';
import { classes } from '@perfuse/ui/classes.ts';
import { useScreenHeading } from './use-screen-heading.ts';

export interface ScreenProps {
  readonly title: string;
  /** A sentence below the title. */
  readonly lead?: ReactNode;
  /** Address of a back link above the title. */
  readonly back?: string;
  /** Above everything, over the whole width. */
  readonly banner?: ReactNode;
  /** `text` for reading and forms, `page` for results. */
  readonly width?: 'text' | 'page';
  /** Buttons at the end. */
  readonly actions?: ReactNode;
  /** A picture next to the title. */
  readonly art?: ReactNode;
  /** Small elements at the far end of the title's row. */
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}

/** The layout of every screen but the camera's: logo, one heading, content, buttons. */
export function Screen(props: ScreenProps): ReactNode {
  const { title, lead, back, banner, width = 'text', actions, art, aside, children } = props;
  const { t } = useTranslation('common');
  const heading = useScreenHeading(title);
  return (
    <>
      <Header banner={banner} />
      <main className={classes(styles['main'], styles[width])} data-part="main">
        <div className={styles['top']}>
          <div className={styles['intro']}>
            {back !== undefined && (
              <Link className={styles['back']} to={back}>
                <span aria-hidden="true">←</span> {t('back')}
              </Link>
            )}
            <h1 ref={heading} tabIndex={-1} className={styles['title']} data-part="title">
              {title}
            </h1>
            {lead !== undefined && (
              <p className={styles['lead']} data-part="lead">
                {lead}
              </p>
            )}
          </div>
          {art !== undefined && <div className={styles['art']}>{art}</div>}
          {aside !== undefined && <div className={styles['aside']}>{aside}</div>}
        </div>
        {children !== undefined && <div className={styles['content']}>{children}</div>}
        {actions !== undefined && (
          <div className={styles['actions']} data-part="actions">
            {actions}
          </div>
        )}
      </main>
    </>
  );
}
