// SPDX-License-Identifier: Apache-2.0
import type { Evidence as EvidenceData } from '@perfuse/contract/results/evidence';
import type { ChannelCode } from '@perfuse/contract/results/channels';
import { Suspense, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasSignal, type MeasurementOutcome } from '../../../session/measurement-result.ts';
import { lazyPart } from '@perfuse/ui/loading/lazy-part.ts';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { Skeleton } from '@perfuse/ui/feedback/Skeleton.tsx';
import { useReasonText } from '../model/use-reason-text.ts';
import { PartBoundary } from '../PartBoundary.tsx';
import styles from './Evidence.module.css';
import { useNearViewport } from './use-near-viewport.ts';

const EvidencePlots = lazyPart(async () => (await import('./EvidencePlots.tsx')).EvidencePlots);

function Loading(): ReactNode {
  return (
    <div className={styles['loading']}>
      <Skeleton shape="tall-card" />
    </div>
  );
}

interface DrawnProps {
  readonly evidence: EvidenceData;
  readonly heartRate: number | null;
  readonly sdnn: number | null;
  readonly isSample: boolean;
}

function Drawn({ evidence, heartRate, sdnn, isSample }: DrawnProps): ReactNode {
  const { t } = useTranslation('evidence');
  const { t: camera } = useTranslation('camera');
  const reasonText = useReasonText();
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(place);
  return (
    <>
      {evidence.withheld === null ? (
        // The notice above the results is out of sight here, and missing from a picture of the charts.
        <p>{isSample ? camera('sample.result') : t('lead')}</p>
      ) : (
        <>
          <p>{t('weak')}</p>
          <p>{reasonText({ reason: evidence.withheld })}</p>
        </>
      )}
      <div ref={place}>
        {isNear ? (
          <PartBoundary failed={<p>{t('failed')}</p>}>
            <Suspense fallback={<Loading />}>
              <EvidencePlots evidence={evidence} heartRate={heartRate} sdnn={sdnn} />
            </Suspense>
          </PartBoundary>
        ) : (
          <Loading />
        )}
      </div>
    </>
  );
}

/**
 * The evidence of a refused recording, also where the engine accepted the pulse and the signal was found too weak
 * afterwards: nothing in it is called a heartbeat.
 */
const refused = (evidence: EvidenceData): EvidenceData => ({
  ...evidence,
  withheld: evidence.withheld ?? 'low-signal',
  beatsMs: [],
  intervals: [],
});

/** What the numbers are based on; for a withheld result, why it was withheld. Says so if the service sent none. */
export function Evidence({ outcome }: { readonly outcome: MeasurementOutcome }): ReactNode {
  const { t } = useTranslation('evidence');
  const { evidence } = outcome;
  const isRefused = !hasSignal(outcome);
  const shown = (code: ChannelCode): number | null =>
    isRefused ? null : (outcome.channels[code]?.value ?? null);
  return (
    <Card title={t('title')}>
      {evidence === undefined ? (
        <p>{t('none')}</p>
      ) : (
        <Drawn
          evidence={isRefused ? refused(evidence) : evidence}
          heartRate={shown('HR_BPM')}
          sdnn={shown('HRV_SDNN')}
          isSample={outcome.isSample === true}
        />
      )}
    </Card>
  );
}
