// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import { useTranslation } from 'react-i18next';
import { warningOf, wayToCentre } from './guidance.ts';
import { usePhase, useSnapshot } from '../model/use-measurement.ts';

const EVERY_S = 5;

/** For screen readers: what to change, and the countdown every five seconds, not every second. Both are polite. */
export function Announcements(): ReactNode {
  const { t } = useTranslation('measurement');
  const phase = usePhase();
  const warning = useSnapshot(warningOf);
  const way = useSnapshot(wayToCentre);
  const seconds = useSnapshot(({ context }) => Math.ceil(context.secondsLeft / EVERY_S) * EVERY_S);
  return (
    <>
      <VisuallyHidden elementType="p" role="status">
        {way !== null
          ? t(`guidance.way.${way}`)
          : warning === null
            ? ''
            : t(`guidance.reason.${warning}`)}
      </VisuallyHidden>
      <VisuallyHidden elementType="p" role="status">
        {phase === 'measuring' ? t('secondsLeft', { count: seconds }) : ''}
      </VisuallyHidden>
    </>
  );
}
