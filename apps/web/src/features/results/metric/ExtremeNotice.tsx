// SPDX-License-Identifier: Apache-2.0
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { METRICS } from '../../../metrics/metrics.ts';
import { extremeIdOf, type ExtremeId } from '../info/value-remark.ts';
import type { MetricView } from '../model/outcome-view.ts';
import styles from './ExtremeNotice.module.css';

function Words({ id }: { readonly id: ExtremeId }): ReactNode {
  const { t } = useTranslation('metric-info');
  return <p className={styles['notice']}>{t(`now.${id}`)}</p>;
}

const extremeOf = ({ id, channel }: MetricView): ExtremeId | null =>
  extremeIdOf(METRICS[id].channel, channel);

/** Whether a value calls for action, which needs room to be stated. */
export const isExtreme = (view: MetricView): boolean => extremeOf(view) !== null;

/** What to do about an extreme value, next to it: a person who needs it may not open the info. */
export function ExtremeNotice({ view }: { readonly view: MetricView }): ReactNode {
  const id = extremeOf(view);
  if (id === null) return null;
  return (
    <Suspense fallback={null}>
      <Words id={id} />
    </Suspense>
  );
}
