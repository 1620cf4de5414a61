// SPDX-License-Identifier: Apache-2.0
import type { ChannelCode } from '@perfuse/contract/results/channels';
import { citationsOf } from '@perfuse/contract/results/sources';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelOutcome } from '../../../session/measurement-result.ts';
import { hasBand } from '../../../metrics/origin.ts';
import { Citation } from './Citation.tsx';
import styles from './MetricInfo.module.css';
import { Origin } from './Origin.tsx';
import { Ranges } from './Ranges.tsx';
import { Uncertainty } from './Uncertainty.tsx';
import { cuffTextIdOf, remarkIdOf } from './value-remark.ts';

export interface MetricInfoProps {
  readonly code: ChannelCode;
  readonly value: ChannelOutcome;
  /** As in the dialog's title. */
  readonly name: string;
}

function Part({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className={styles['part']}>
      <h3 className={styles['title']}>{title}</h3>
      {children}
    </section>
  );
}

/**
 * Everything there is to know about a value: what it is, how this number was obtained, its uncertainty, its ranges with
 * their source, and what can disturb it. The content of a dialog, without its title.
 */
export function MetricInfo({ code, value, name }: MetricInfoProps): ReactNode {
  const { t } = useTranslation('metric-info');
  const now = remarkIdOf(code, value);
  const ofCuff = cuffTextIdOf(code, value);
  const citations = citationsOf(value.source);
  return (
    <div className={styles['info']}>
      <div className={styles['part']}>
        <p className={styles['what']}>{t(`what.${code}`)}</p>
        {now !== null && <p>{t(`now.${now}`)}</p>}
      </div>
      <Part title={t('title.how')}>
        <Origin code={code} value={value} />
      </Part>
      {value.value !== null && (
        <Part title={t('title.sure')}>
          <Uncertainty code={code} value={value} />
        </Part>
      )}
      {code !== 'AGE' && (
        <Part title={t('title.ranges')}>
          <Ranges code={code} name={name} value={hasBand(code, value) ? value.value : null} />
        </Part>
      )}
      <Part title={t('title.disturb')}>
        <p>{t(ofCuff === null ? `disturb.${code}` : `disturbCuff.${ofCuff}`)}</p>
      </Part>
      {citations.length > 0 && (
        <Part title={t('title.sources')}>
          <ul className={styles['sources']}>
            {citations.map((source) => (
              <li key={`${source.authors} ${source.title}`}>
                <Citation source={source} />
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}
