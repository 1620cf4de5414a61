// SPDX-License-Identifier: Apache-2.0
import type { ChannelCode } from '@perfuse/contract/results/channels';
import type { ReactNode } from 'react';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import { useTranslation } from 'react-i18next';
import { bandIndex, type BandScale } from '../../../metrics/bands.ts';
import styles from './MetricInfo.module.css';
import { useQuantity } from './use-quantity.ts';

export interface RangesProps {
  readonly code: ChannelCode;
  /** As in the dialog's title. */
  readonly name: string;
  /** Null also for an expected value, which is not the person's own. */
  readonly value: number | null;
}

interface Span {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

const spansOf = ({ edges, bands }: BandScale): readonly Span[] =>
  bands.map((_, k) => ({ from: edges[k - 1], to: edges[k] }));

/** The bands of a metric with their medical basis; the one the value falls in is marked. */
export function Ranges({ code, name, value }: RangesProps): ReactNode {
  const { t } = useTranslation(['metric-info', 'results']);
  const { scale, edge } = useQuantity(code);
  if (scale === undefined) return <p>{t('range.none')}</p>;
  const own = value === null ? null : bandIndex(scale, value);
  const spanText = ({ from, to }: Span): string => {
    if (from === undefined) return t('range.below', { to: edge(to ?? 0) });
    if (to === undefined) return t('range.above', { from: edge(from) });
    return t('range.between', { from: edge(from), to: edge(to) });
  };
  return (
    <>
      <table className={styles['ranges']}>
        <caption>
          <VisuallyHidden>{t('range.caption', { name })}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('range.span')}</th>
            <th scope="col">{t('range.meaning')}</th>
          </tr>
        </thead>
        <tbody>
          {spansOf(scale).map((span, k) => {
            const band = scale.bands[k];
            return (
              <tr key={spanText(span)} data-own={k === own || undefined}>
                <td>{spanText(span)}</td>
                <td>
                  <span
                    className={styles['swatch']}
                    data-colour={band?.colour}
                    aria-hidden="true"
                  />
                  {band !== undefined && t(`results:band.${band.word}`)}
                  {k === own && <span className={styles['own']}>{t('range.yours')}</span>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={styles['small']}>{t(`results:bandSource.${scale.source}`)}</p>
    </>
  );
}
