// SPDX-License-Identifier: Apache-2.0
import { useContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { InfoIcon } from '@perfuse/ui/graphics/icons.tsx';
import { OpenInfoContext } from '../info/open-info.ts';
import { withoutBreakMarks } from '../../../i18n/without-break-marks.ts';
import styles from './MetricInfoButton.module.css';
import type { MetricView } from '../model/outcome-view.ts';

/** Opens the information about a metric and its value. */
export function MetricInfoButton({ view }: { readonly view: MetricView }): ReactNode {
  const { t } = useTranslation('results');
  const openInfo = useContext(OpenInfoContext);
  const name = withoutBreakMarks(t(`metric.${view.id}`));
  return (
    <Button
      variant="quiet"
      className={styles['info'] ?? ''}
      aria-label={t('info.about', { name })}
      onPress={() => openInfo(view)}
    >
      <InfoIcon />
    </Button>
  );
}
