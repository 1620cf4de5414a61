// SPDX-License-Identifier: Apache-2.0
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { PATHS } from '../../routes/paths.ts';
import { useLaunchFacts, useServices, useVisit } from '../../services/use-services.ts';

/**
 * Whether the sample may be watched: where the operator allows it, and never after an organisation's link, whose
 * results and events are about the person who followed it.
 */
function useIsOffered(): boolean {
  const { settings } = useLaunchFacts();
  const isLaunched = useVisit(({ launched }) => launched !== null);
  // Undefined in older browsers, contrary to its type.
  return settings.sampleMeasurement === true && !isLaunched && 'VideoFrame' in window;
}

export interface WatchSampleProps {
  readonly variant?: 'primary' | 'secondary' | 'quiet';
}

function Offer({ variant = 'quiet' }: WatchSampleProps): ReactNode {
  const { t } = useTranslation('camera');
  const { session } = useServices();
  const navigate = useNavigate();
  const watch = (): void => {
    session.getState().watchSample(true);
    void navigate(PATHS.measurement);
  };
  return (
    <Button variant={variant} onPress={watch}>
      {t('sample.watch')}
    </Button>
  );
}

/** Offers a measurement of a computer-generated face, which needs no camera; nothing where it is not allowed. */
export function WatchSample(props: WatchSampleProps): ReactNode {
  // The screen does not wait for this one text.
  return useIsOffered() ? (
    <Suspense fallback={null}>
      <Offer {...props} />
    </Suspense>
  ) : null;
}
