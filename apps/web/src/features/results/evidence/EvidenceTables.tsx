// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '@perfuse/contract/results/evidence';
import { isSourceId, SOURCES } from '@perfuse/contract/results/sources';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/format.ts';
import { classes } from '@perfuse/ui/classes.ts';
import styles from './Evidence.module.css';
import { tachogram } from './series.ts';

interface TableProps {
  readonly evidence: Evidence;
}

/** The authors of the method; its id for one that is unknown here. */
const nameOf = (id: string): string => (isSourceId(id) ? SOURCES[id].authors : id);

/** The result of each method, to show their agreement. */
export function MethodTable({ evidence }: TableProps): ReactNode {
  const { t, i18n } = useTranslation('evidence');
  const { language } = i18n;
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  if (evidence.methods.length === 0) return null;
  return (
    // With large text on a phone it scrolls, and is reachable by keyboard.
    <div className={styles['scroller']} role="region" aria-label={t('methods.title')} tabIndex={0}>
      <table className={classes(styles['table'], styles['methods'])}>
        <caption>{t('methods.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('methods.method')}</th>
            <th scope="col">{t('methods.rate')}</th>
            <th scope="col">{t('methods.snr')}</th>
            <th scope="col">{t('methods.weight')}</th>
          </tr>
        </thead>
        <tbody>
          {evidence.methods.map(({ id, rate, snrDb, weight }) => (
            <tr key={id}>
              <th scope="row">
                {id.toUpperCase()}
                <span className={styles['by']}>{nameOf(id)}</span>
              </th>
              <td>{formatNumber(rate, 1, language)}</td>
              <td>{formatNumber(snrDb, 1, language)}</td>
              <td>{percent.format(weight)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Every interval in numbers: the text alternative of the drawing. */
export function IntervalTable({ evidence }: TableProps): ReactNode {
  const { t, i18n } = useTranslation('evidence');
  const { language } = i18n;
  const { intervals } = tachogram(evidence);
  return (
    // Long and narrow: it scrolls in its own frame, which is reachable by keyboard.
    <div className={styles['frame']} role="region" aria-label={t('intervals.title')} tabIndex={0}>
      <table className={styles['table']}>
        <caption>{t('intervals.table')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('intervals.beat')}</th>
            <th scope="col">{t('axis.seconds')}</th>
            <th scope="col">{t('intervals.length')}</th>
            <th scope="col">{t('intervals.use')}</th>
          </tr>
        </thead>
        <tbody>
          {intervals.map(({ time, ms, use }, k) => (
            <tr key={time}>
              <th scope="row">{k + 2}</th>
              <td>{formatNumber(time, 2, language)}</td>
              <td>{formatNumber(ms, 0, language)}</td>
              <td>{t(`use.${use}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
