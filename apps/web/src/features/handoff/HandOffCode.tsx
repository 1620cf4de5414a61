// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { useCopy } from '@perfuse/ui/form/use-copy.ts';
import { QrCode } from '@perfuse/ui/graphics/QrCode.tsx';
import { Countdown } from './Countdown.tsx';
import styles from './HandOff.module.css';

export interface HandOffCodeProps {
  readonly link: string;
  /** By the page's clock, ms. */
  readonly endsAt: number;
  /** Whether the service cannot be polled for whether the phone has opened the link. */
  readonly isCutOff: boolean;
}

/** The code, the same link as text, and how long both remain valid. */
export function HandOffCode({ link, endsAt, isCutOff }: HandOffCodeProps): ReactNode {
  const { t } = useTranslation('handoff');
  const { copy, outcome } = useCopy();
  return (
    <>
      <ol className={styles['steps']}>
        <li>{t('waiting.scan')}</li>
        <li>{t('waiting.open')}</li>
      </ol>
      <div className={styles['code']}>
        <QrCode address={link} label={t('waiting.code')} />
        <Countdown endsAt={endsAt} />
      </div>
      <p className={styles['hint']}>{t('waiting.private')}</p>
      <div className={styles['link']}>
        <Button variant="secondary" onPress={() => copy(link)}>
          {t('waiting.copy')}
        </Button>
        <p role="status">
          {outcome === 'copied' && t('waiting.copied')}
          {outcome === 'failed' && t('waiting.notCopied')}
        </p>
        {outcome === 'failed' && <code className={styles['address']}>{link}</code>}
      </div>
      <p role="status" className={styles['hint']}>
        {isCutOff && t('waiting.cutOff')}
      </p>
    </>
  );
}
