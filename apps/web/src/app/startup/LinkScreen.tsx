// SPDX-License-Identifier: Apache-2.0
import { LAUNCH_FAILURES } from '@perfuse/contract/failures/launch-failures';
import { Suspense, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { Loader } from '@perfuse/ui/feedback/Loader.tsx';
import { useNewLink } from '../../launch/use-new-link.ts';
import { LoadingScreen } from '../../components/LoadingScreen.tsx';
import { linkPhaseOf, type linkMachine, type LinkPhase } from './link-machine.ts';
import styles from './LinkScreen.module.css';

type LinkActor = ActorRefFrom<typeof linkMachine>;

const nobody = (): (() => void) => () => undefined;

/** Also `open` without a link. */
export function useLinkPhase(actor: LinkActor | null): LinkPhase {
  return useSyncExternalStore(
    actor === null
      ? nobody
      : (changed) => {
          const subscription = actor.subscribe(changed);
          return () => subscription.unsubscribe();
        },
    () => (actor === null ? 'open' : linkPhaseOf(actor.getSnapshot())),
  );
}

/** Codes with a more specific text than the general failure. */
const REASONS = {
  LAUNCH_TOKEN_EXPIRED: 'expired',
  LAUNCH_TOKEN_USED: 'used',
  CONFIGURATION_NOT_FOUND: 'unknown',
} as const;
const hasReason = (code: string): code is keyof typeof REASONS => Object.hasOwn(REASONS, code);

function Failed({ actor }: { readonly actor: LinkActor }): ReactNode {
  const { t } = useTranslation(['launch', 'session', 'common']);
  const { failure } = actor.getSnapshot().context;
  if (failure?.ended !== undefined) {
    const words = `session:forgotten.${failure.ended}` as const;
    return (
      <Dialog isOpen role="alertdialog" tone="info" title={t(`${words}.title`)} actions={null}>
        <p>{t(`${words}.message`)}</p>
        <p>{t('reason.used')}</p>
      </Dialog>
    );
  }
  const isOffline = failure?.isOffline === true;
  const { CONFIGURATION_NO_NETWORK, CONFIGURATION_REFUSED } = LAUNCH_FAILURES;
  const refused = failure?.isRetryable === true ? 'busy' : CONFIGURATION_REFUSED.message;
  const message = isOffline ? CONFIGURATION_NO_NETWORK.message : refused;
  const code = failure?.code ?? '';
  return (
    <Dialog
      isOpen
      role="alertdialog"
      tone={isOffline ? 'warning' : 'error'}
      title={t(`${message}.title`)}
      actions={
        failure?.isRetryable === true && (
          <Button autoFocus onPress={() => actor.send({ type: 'RETRY' })}>
            {t('retry')}
          </Button>
        )
      }
    >
      {hasReason(code) && !isOffline ? <p>{t(`reason.${REASONS[code]}`)}</p> : null}
      <p>{t(`${message}.message`)}</p>
      {isOffline ? null : <p>{t('common:code', { code })}</p>}
    </Dialog>
  );
}

function Waiting({ isSlow }: { readonly isSlow: boolean }): ReactNode {
  const { t } = useTranslation('launch');
  return (
    <>
      <Loader label={t('opening')} />
      <p role="status" className={styles['slow']}>
        {isSlow && t('slow')}
      </p>
    </>
  );
}

/** Shown while an enterprise link is opened, and when it cannot be opened. */
export function LinkScreen({
  actor,
  phase,
}: {
  readonly actor: LinkActor;
  readonly phase: LinkPhase;
}): ReactNode {
  useNewLink();
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Waiting isSlow={phase === 'slow'} />
      {(phase === 'offline' || phase === 'failed') && <Failed actor={actor} />}
    </Suspense>
  );
}
