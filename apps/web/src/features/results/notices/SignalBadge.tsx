// SPDX-License-Identifier: Apache-2.0
import { useId, useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/format.ts';
import { Stars } from '../../../components/Stars.tsx';
import styles from './SignalBadge.module.css';
import { shownSnr } from '../model/outcome-view.ts';

export interface SignalBadgeProps {
  readonly snr: number | null;
  readonly stars: number;
}

/** Signal-to-noise ratio with its stars; pressing it shows or hides the explanation. */
export function SignalBadge({ snr, stars }: SignalBadgeProps): ReactNode {
  const { t, i18n } = useTranslation('results');
  const [isOpen, setOpen] = useState(false);
  const helpId = useId();
  const shown = shownSnr(snr);
  return (
    <div className={styles['signal']} data-part="signal">
      <Button
        className={`react-aria-Button ${styles['badge'] ?? ''}`}
        aria-expanded={isOpen}
        aria-controls={helpId}
        onPress={() => setOpen(!isOpen)}
      >
        <span>
          {t('snr.badge', { value: formatNumber(shown, shown < 0 ? 0 : 1, i18n.language) })}
        </span>
        <Stars count={stars} />
      </Button>
      <p id={helpId} className={styles['help']} hidden={!isOpen}>
        {t('snr.help')}
      </p>
    </div>
  );
}
