// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Stars.module.css';
import { classes } from '@perfuse/ui/classes.ts';

const SCALE = [1, 2, 3, 4, 5] as const;
const STAR = 'M12 2.6l2.9 5.9 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5L2.6 9.4l6.5-.9z';

/** @param props.count stars out of five; rounded. */
export function Stars({ count }: { readonly count: number }): ReactNode {
  const { t } = useTranslation('common');
  const filled = Math.max(0, Math.min(SCALE.length, Math.round(count)));
  return (
    <span className={styles['stars']} role="img" aria-label={t('stars', { count: filled })}>
      {SCALE.map((star) => (
        <svg
          key={star}
          viewBox="0 0 24 24"
          aria-hidden="true"
          focusable="false"
          className={classes(styles['star'], star <= filled && styles['filled'])}
        >
          <path d={STAR} />
        </svg>
      ))}
    </span>
  );
}
