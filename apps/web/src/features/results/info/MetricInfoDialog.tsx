// SPDX-License-Identifier: Apache-2.0
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { Skeleton } from '@perfuse/ui/feedback/Skeleton.tsx';
import { METRICS } from '../../../metrics/metrics.ts';
import type { MetricView } from '../model/outcome-view.ts';
import { MetricInfo } from './MetricInfo.tsx';
import { OpenInfoContext } from './open-info.ts';

interface InfoOfProps {
  readonly view: MetricView;
  readonly onClose: () => void;
}

function InfoOf({ view, onClose }: InfoOfProps): ReactNode {
  const { t } = useTranslation('results');
  const name = t(`metric.${view.id}`);
  useEffect(
    () => () => {
      // Another layout has replaced the button to which the dialog would return the focus.
      if (document.activeElement !== document.body) return;
      const button = document.querySelector<HTMLElement>(`[data-metric="${view.id}"] button`);
      (button ?? document.querySelector('h1'))?.focus();
    },
    [view.id],
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={name}
      actions={<Button onPress={onClose}>{t('info.ok')}</Button>}
    >
      {/* Suspending further up while texts load would unmount the button and lose the focus. */}
      <Suspense fallback={<Skeleton shape="card" />}>
        <MetricInfo code={METRICS[view.id].channel} value={view.channel} name={name} />
      </Suspense>
    </Dialog>
  );
}

/** The information about a metric over the results, which stays open when another layout replaces them. */
export function MetricInfoDialog({ children }: { readonly children: ReactNode }): ReactNode {
  const [view, setView] = useState<MetricView | null>(null);
  return (
    <OpenInfoContext value={setView}>
      {children}
      {view !== null && <InfoOf view={view} onClose={() => setView(null)} />}
    </OpenInfoContext>
  );
}
