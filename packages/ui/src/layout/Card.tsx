// SPDX-License-Identifier: Apache-2.0
import { useId, type ReactNode } from 'react';
import styles from './Card.module.css';
import { classes } from '../classes.ts';

export interface CardProps {
  readonly title?: string;
  readonly icon?: ReactNode;
  /** `quiet` for small print. */
  readonly tone?: 'plain' | 'quiet' | 'notice';
  readonly children: ReactNode;
}

/** A titled section of a screen. */
export function Card({ title, icon, tone = 'plain', children }: CardProps): ReactNode {
  const id = useId();
  return (
    <section
      className={classes(styles['card'], styles[tone])}
      data-part="card"
      data-tone={tone}
      aria-labelledby={title === undefined ? undefined : id}
    >
      {title !== undefined && (
        <h2 id={id} className={styles['title']}>
          {icon}
          {title}
        </h2>
      )}
      {children}
    </section>
  );
}
