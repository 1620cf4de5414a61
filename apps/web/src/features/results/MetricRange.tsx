// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../app/i18n/format.ts';
import { RangeBar } from '../../ui/RangeBar.tsx';
import styles from './MetricCard.module.css';
import { bandIndex, bandOf, positionOn, type BandScale } from './bands.ts';

export interface MetricRangeProps {
  readonly scale: BandScale;
  readonly value: number;
  readonly uncertainty: number | undefined;
  readonly decimals: number;
  readonly labelledBy: string;
}

/** As few decimals as show the edge as it is. */
const edgeText = (edge: number, language: string): string =>
  formatNumber(edge, (String(edge).split('.')[1] ?? '').length, language);

export function MetricRange(props: MetricRangeProps): ReactNode {
  const { scale, value, uncertainty, decimals, labelledBy } = props;
  const { t, i18n } = useTranslation('results');
  const word = t(`band.${bandOf(scale, value).word}`);
  return (
    <div>
      <p className={styles['band']}>{word}</p>
      <RangeBar
        labelledBy={labelledBy}
        valueText={`${formatNumber(value, decimals, i18n.language)}, ${word}`}
        value={value}
        limits={scale.drawn}
        colours={scale.bands.map((band) => band.colour)}
        edgeLabels={scale.edges.map((edge) => edgeText(edge, i18n.language))}
        active={bandIndex(scale, value)}
        position={positionOn(scale, value)}
        {...(uncertainty === undefined
          ? {}
          : {
              spread: [
                positionOn(scale, value - uncertainty),
                positionOn(scale, value + uncertainty),
              ] as const,
            })}
      />
    </div>
  );
}
