// SPDX-License-Identifier: Apache-2.0
import type { ChannelCode } from '@perfuse/contract/results/channels';
import { CHART_REGIONS } from '@perfuse/contract/results/chart-regions';
import { isSourceId, sourceIdsOf } from '@perfuse/contract/results/sources';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelOutcome } from '../../../session/measurement-result.ts';
import { originOf } from '../../../metrics/origin.ts';
import { countryName } from '../../../i18n/countries.ts';
import { useReasonText } from '../model/use-reason-text.ts';
import styles from './MetricInfo.module.css';

export interface OriginProps {
  readonly code: ChannelCode;
  readonly value: ChannelOutcome;
}

const unknownOf = (source: string): readonly string[] =>
  source.split(/[+:]/).filter((id) => id !== '' && !isSourceId(id));

/** The risk charts that the number was read from. */
function ChartsUsed({
  region: sent,
  country,
}: Pick<ChannelOutcome, 'region' | 'country'>): ReactNode {
  const { t, i18n } = useTranslation('metric-info');
  if (sent === undefined) return null;
  const known = CHART_REGIONS.find((name) => name === sent);
  const region = known === undefined ? sent : t(`charts.regions.${known}`);
  return (
    <p>
      {country === undefined
        ? t('charts.region', { region })
        : t('charts.country', { region, country: countryName(country, i18n.language) })}
    </p>
  );
}

/** How a number was obtained, or why there is none. */
export function Origin({ code, value }: OriginProps): ReactNode {
  const { t } = useTranslation('metric-info');
  const reasonText = useReasonText();
  const { kind, source, reason, region, country } = value;
  const origin = originOf(code, value);
  const isMissing = kind === 'missing' || value.value === null;
  return (
    <>
      <p>{t(`kind.${origin}`)}</p>
      {code === 'AGE' && isMissing && <p>{t('skinAge')}</p>}
      {reason !== undefined && !(code === 'AGE' && reason === 'no-method') && (
        <p>{reasonText(value)}</p>
      )}
      {reason === undefined && isMissing && code !== 'AGE' && <p>{reasonText(value)}</p>}
      {source !== '' && (
        <ul className={styles['list']}>
          {sourceIdsOf(source).map((id) => (
            <li key={id}>{t(`source.${id}.note`)}</li>
          ))}
          {unknownOf(source).map((id) => (
            <li key={id}>{t('unknownMethod', { id })}</li>
          ))}
        </ul>
      )}
      <ChartsUsed region={region} country={country} />
      {source === '' && !isMissing && <p>{t('foreign')}</p>}
    </>
  );
}
