// SPDX-License-Identifier: Apache-2.0
import type { IntervalUse } from '@perfuse/contract/results/evidence';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './IntervalKinds.module.css';

export interface IntervalMarkProps {
  readonly x: number;
  readonly y: number;
  readonly use: IntervalUse;
  readonly radius: number;
}

/** Kinds differ in shape as well as in colour: a dot, a diamond, an open ring. */
export function IntervalMark({ x, y, use, radius }: IntervalMarkProps): ReactNode {
  const r = 1.5 * radius;
  return (
    <g className={styles['mark']} data-use={use}>
      {use === 'irregular' ? (
        <polygon points={[x, y - r, x + r, y, x, y + r, x - r, y].join(' ')} />
      ) : (
        <circle cx={x} cy={y} r={radius} />
      )}
    </g>
  );
}

/** The legend of the marks. */
export function IntervalLegend(): ReactNode {
  const { t } = useTranslation('evidence');
  return (
    <ul role="list" className={styles['legend']}>
      {(['counted', 'irregular', 'left-out'] as const).map((use) => (
        <li key={use} data-use={use}>
          {t(`use.${use}`)}
        </li>
      ))}
    </ul>
  );
}
