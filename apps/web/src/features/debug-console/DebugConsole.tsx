// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { LOG } from '../../platform/log/log.ts';
import type { LogLine } from '../../platform/log/log-lines.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { useCopy } from '@perfuse/ui/form/use-copy.ts';
import styles from './DebugConsole.module.css';

const timeOf = ({ atMs }: LogLine): string => new Date(atMs).toISOString().slice(11, 23);
const asText = (lines: readonly LogLine[]): string =>
  lines.map((line) => `${timeOf(line)} ${line.level} ${line.text}`).join('\n');

function Lines({ lines }: { readonly lines: readonly LogLine[] }): ReactNode {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [lines]);
  return (
    <ol role="list" ref={list} className={styles['lines']} tabIndex={0}>
      {lines.map((line) => (
        <li key={line.number} data-level={line.level}>
          <time>{timeOf(line)}</time> {line.text}
        </li>
      ))}
    </ol>
  );
}

/** The app's log, for devices whose browser has no console. Tokens are left out. */
export function DebugConsole(): ReactNode {
  const { t } = useTranslation('debug-console');
  const [isOpen, setOpen] = useState(false);
  const lines = useStore(LOG.store);
  const { copy } = useCopy();
  if (!isOpen) {
    return (
      <div className={styles['opener']} data-part="log-opener">
        <Button variant="quiet" onPress={() => setOpen(true)}>
          {t('open', { count: lines.length })}
        </Button>
      </div>
    );
  }
  return (
    <section className={styles['panel']} aria-label={t('title')}>
      <div className={styles['bar']}>
        <h2>{t('title')}</h2>
        <div className={styles['actions']}>
          <Button variant="quiet" onPress={() => copy(asText(lines))}>
            {t('copy')}
          </Button>
          <Button variant="quiet" onPress={LOG.clear}>
            {t('clear')}
          </Button>
          <Button variant="quiet" onPress={() => setOpen(false)}>
            {t('close')}
          </Button>
        </div>
      </div>
      {lines.length === 0 ? (
        <p className={styles['empty']}>{t('empty')}</p>
      ) : (
        <Lines lines={lines} />
      )}
    </section>
  );
}
