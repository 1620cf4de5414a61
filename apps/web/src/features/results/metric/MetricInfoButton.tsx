// SPDX-License-Identifier: Apache-2.0
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { InfoIcon } from '@perfuse/ui/graphics/icons.tsx';
import { Skeleton } from '@perfuse/ui/feedback/Skeleton.tsx';
import { MetricInfo } from '../info/MetricInfo.tsx';
import { withoutBreakMarks } from '../../../i18n/without-break-marks.ts';
import styles from './MetricInfoButton.module.css';
import { METRICS } from '../../../metrics/metrics.ts';
import type { MetricView } from '../model/outcome-view.ts';

/** Opens the information about a metric and its value. */
export function MetricInfoButton({ view }: { readonly view: MetricView }): ReactNode {
  const { t } = useTranslation('results');
  const [isOpen, setOpen] = useState(false);
  const name = t(`metric.${view.id}`);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button
        variant="quiet"
        className={styles['info'] ?? ''}
        aria-label={t('info.about', { name: withoutBreakMarks(name) })}
        onPress={() => setOpen(true)}
      >
        <InfoIcon />
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={name}
        actions={<Button onPress={close}>{t('info.ok')}</Button>}
      >
        {/* Suspending further up while texts load would unmount the button and lose the focus. */}
        <Suspense fallback={<Skeleton shape="card" />}>
          <MetricInfo code={METRICS[view.id].channel} value={view.channel} name={name} />
        </Suspense>
      </Dialog>
    </>
  );
}
