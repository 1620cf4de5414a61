// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { EDITION } from '../../config/build.ts';
import { isChinaRegion } from '../../config/region.ts';
import type { MeasurementOutcome } from '../../session/measurement-result.ts';
import { ownerOf } from '../../session/session-state.ts';
import { useLaunchFacts, useSession } from '../../services/use-services.ts';
import { staggeredPaint } from '@perfuse/ui/layout/staggered-paint.ts';
import { Evidence } from './evidence/Evidence.tsx';
import { ForgetMe } from '../session/ForgetMe.tsx';
import { StoreLinks } from './export/StoreLinks.tsx';
import { ExportMenu } from './export/ExportMenu.tsx';
import { KeepResults } from './notices/KeepResults.tsx';
import { NotAvailable } from './notices/NotAvailable.tsx';
import type { SectionId } from '../../metrics/metrics.ts';
import type { OutcomeView } from './model/outcome-view.ts';
import styles from './ResultsPage.module.css';

export interface ResultsExtrasProps {
  readonly outcome: MeasurementOutcome;
  readonly view: OutcomeView;
  readonly sections: readonly SectionId[];
}

/** Below the values: the evidence for them, how to export them, and where to get the mobile app. */
export function ResultsExtras({ outcome, view, sections }: ResultsExtrasProps): ReactNode {
  const { settings } = useLaunchFacts();
  const isKept = useSession((session) => ownerOf(session) !== undefined);
  const isOwn = outcome.analysedOn === 'device' && outcome.isSample !== true;
  const hasEvidence = view.kind === 'values' || outcome.evidence !== undefined;
  return (
    <div ref={staggeredPaint} className={styles['extras']}>
      {view.kind === 'values' && <NotAvailable metrics={view.unavailable} />}
      {hasEvidence && <Evidence outcome={outcome} />}
      {view.kind === 'values' && <ExportMenu outcome={outcome} sections={sections} />}
      {view.kind === 'values' && isOwn && isKept && <KeepResults outcome={outcome} />}
      <ForgetMe />
      {EDITION === 'consumer' && (
        <StoreLinks stores={settings.stores} isChina={isChinaRegion(window.location.hostname)} />
      )}
    </div>
  );
}
