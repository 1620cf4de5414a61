// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PastResultsStay } from '../../components/PastResultsStay.tsx';
import { useSecondsLeft } from '../../components/use-seconds-left.ts';
import { IDLE_TIMEOUT_MS, IDLE_WARNING_MS } from '../../session-timeout/idle.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { StaysAtService } from './StaysAtService.tsx';

export interface IdleWarningProps {
  readonly isOpen: boolean;
  /** A guest is not signed out: their answers are forgotten. */
  readonly isGuest: boolean;
  /** When the person was last active, milliseconds since 1970. */
  readonly lastActivityAt: () => number | null;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Seconds left, updated once a second. */
function Countdown({ lastActivityAt }: Pick<IdleWarningProps, 'lastActivityAt'>): ReactNode {
  const { t } = useTranslation('session');
  const seconds = useSecondsLeft(() => {
    const last = lastActivityAt();
    return last === null ? IDLE_WARNING_MS : last + IDLE_TIMEOUT_MS - Date.now();
  });
  // A live region would interrupt everything else; the dialog's text states it once.
  return (
    <p role="timer" aria-live="off">
      {t('idle.left', { count: seconds })}
    </p>
  );
}

/** A minute before the idle timeout: stay, or leave now. */
export function IdleWarning(props: IdleWarningProps): ReactNode {
  const { isOpen, isGuest, lastActivityAt, onStay, onLeave } = props;
  const { t } = useTranslation('session');
  return (
    <Dialog
      isOpen={isOpen}
      role="alertdialog"
      tone="warning"
      title={t('idle.title')}
      actions={
        <>
          <Button variant="secondary" onPress={onLeave}>
            {isGuest ? t('idle.guest.leave') : t('idle.leave')}
          </Button>
          <Button autoFocus onPress={onStay}>
            {isGuest ? t('idle.guest.stay') : t('idle.stay')}
          </Button>
        </>
      }
    >
      <p>{isGuest ? t('idle.guest.message') : t('idle.message')}</p>
      {isGuest && <PastResultsStay />}
      {isGuest && <StaysAtService />}
      <Countdown lastActivityAt={lastActivityAt} />
    </Dialog>
  );
}
