// SPDX-License-Identifier: Apache-2.0
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnalysisPlace } from '../../services/analysis-place.ts';
import { useVisit } from '../../services/use-services.ts';
import { useUnreachableNotice } from '../../services/use-unreachable-notice.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { loadCode, retryOnce } from '@perfuse/ui/loading/load-with-retries.ts';
import { useWindowClass } from '@perfuse/ui/layout/use-window-class.ts';

/** Few people need it, so it is loaded on demand. */
const fetchDialog = () => import('./HandOffDialog.tsx');
type HandOffDialog = Awaited<ReturnType<typeof fetchDialog>>['HandOffDialog'];

/**
 * Whether the person can continue on a phone: not on a phone already; not in a frame, whose page would not learn the
 * outcome; not where another analysis service issues the tokens, which this server cannot pass on; not where nothing
 * may be sent, since the person's answers would reach the phone through the service.
 */
function useMayHandOff(): boolean {
  const isElsewhere = useVisit(
    ({ launched }) => launched?.settings.customApiHostname !== undefined,
  );
  const { isOnDevice } = useAnalysisPlace();
  const isDesktop = useWindowClass() === 'desktop';
  return isDesktop && !isElsewhere && !isOnDevice && window.parent === window;
}

export interface ContinueOnPhoneProps {
  readonly variant?: 'primary' | 'secondary' | 'quiet';
}

/** Offers to continue on a phone; nothing where that is not possible. */
export function ContinueOnPhone({ variant = 'quiet' }: ContinueOnPhoneProps): ReactNode {
  const { t } = useTranslation('common');
  const mayHandOff = useMayHandOff();
  const notifyUnreachable = useUnreachableNotice();
  const [Dialog, setDialog] = useState<HandOffDialog | null>(null);
  if (!mayHandOff) return null;
  const open = (): void => {
    loadCode(fetchDialog, retryOnce).then(
      ({ HandOffDialog }) => setDialog(() => HandOffDialog),
      notifyUnreachable,
    );
  };
  return (
    <>
      <Button variant={variant} onPress={open}>
        {t('continueOnPhone')}
      </Button>
      {/* Otherwise the dialog around this button would be hidden while the texts load, and then open on top. */}
      <Suspense fallback={null}>
        {Dialog !== null && <Dialog onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  );
}
