// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsCallbackMode, useVisit } from '../../services/use-services.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import styles from './HandOff.module.css';
import { useHandOff, type HandOff, type HandOffView } from './use-hand-off.ts';
import { HandOffCode } from './HandOffCode.tsx';

/** Phases in which another link helps; after `opened`, a phone that lost the answer, or was not the person's. */
const RENEWABLE: readonly HandOffView['phase'][] = [
  'offline',
  'failed',
  'waiting',
  'expired',
  'opened',
];

/** Where the result will be: on the phone, or with the organisation that requested it. */
function ResultLocation(): ReactNode {
  const { t } = useTranslation('handoff');
  const launched = useVisit((state) => state.launched);
  const isCallbackMode = useIsCallbackMode();
  if (!isCallbackMode || launched === null) return <p>{t('opened.here')}</p>;
  return <p>{t('opened.callback', { organisation: launched.orgName })}</p>;
}

function HandOffText({ phase }: { readonly phase: HandOffView['phase'] }): ReactNode {
  const { t } = useTranslation('handoff');
  switch (phase) {
    case 'asking':
      return <p>{t('asking')}</p>;
    case 'opened':
      return (
        <>
          <p>{t('opened.text')}</p>
          <ResultLocation />
        </>
      );
    case 'measured':
      return <p>{t('measured.text')}</p>;
    case 'local':
    case 'insecure':
      return (
        <>
          <p>{t(`${phase}.text`)}</p>
          <p>{t('operator', { setting: 'PERFUSE_PUBLIC_URL' })}</p>
        </>
      );
    case 'offline':
    case 'failed':
    case 'expired':
      return <p>{t(`${phase}.text`)}</p>;
    case 'waiting':
      return null;
  }
}

export interface HandOffPanelProps {
  readonly handOff: HandOff;
  readonly onClose: () => void;
}

/** One state of a hand-off. */
export function HandOffPanel({ handOff, onClose }: HandOffPanelProps): ReactNode {
  const { t } = useTranslation('handoff');
  const { view, isCutOff, renew, cancel } = handOff;
  const { phase } = view;
  const isDone = phase === 'opened' || phase === 'measured';
  const close = (): void => {
    cancel();
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={close}
      title={isDone ? t(`${phase}.title`) : t('title')}
      actions={
        <>
          <Button variant={isDone ? 'primary' : 'secondary'} onPress={close}>
            {phase === 'waiting' || phase === 'asking' ? t('cancel') : t('close')}
          </Button>
          {RENEWABLE.includes(phase) && (
            <Button
              variant={phase === 'waiting' || phase === 'opened' ? 'quiet' : 'primary'}
              onPress={renew}
            >
              {phase === 'failed' || phase === 'offline' ? t('retry') : t('renew')}
            </Button>
          )}
        </>
      }
    >
      {/* Rendered from the beginning, so that screen readers announce what is added to it. */}
      <div role="status" className={styles['words']} data-part="hand-off" data-phase={phase}>
        <HandOffText phase={phase} />
      </div>
      {view.phase === 'waiting' && (
        <HandOffCode key={view.link} link={view.link} endsAt={view.endsAt} isCutOff={isCutOff} />
      )}
    </Dialog>
  );
}

/** A code with which the person continues on their phone, and the phone's progress. */
export function HandOffDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  return <HandOffPanel handOff={useHandOff()} onClose={onClose} />;
}
