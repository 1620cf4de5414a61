// SPDX-License-Identifier: Apache-2.0
import { FAILURES, type FailureCode } from '@perfuse/contract/failures/catalogue';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PATHS } from '../../app/routes/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useMeasurement, usePhase, useSnapshot } from './use-measurement.ts';

/** What happened, and the way on. The person's own cancel needs no explanation. */
export function FailureDialog(): ReactNode {
  const phase = usePhase();
  const failure = useSnapshot((snapshot) => snapshot.context.failure);
  const ended = phase === 'cancelled' || phase === 'failed';
  if (!ended || failure === null || failure === 'CANCELED') return null;
  return <Explained code={failure} />;
}

function Explained({ code }: { readonly code: FailureCode }): ReactNode {
  const { t } = useTranslation('measurement');
  const { actor } = useMeasurement();
  const navigate = useNavigate();
  const { messageKey, severity, then } = FAILURES[code];
  const dismiss = (): void => {
    actor.send({ type: 'DISMISS' });
    if (then === 'profile') void navigate(PATHS.profile);
  };
  return (
    <Dialog
      isOpen
      onClose={dismiss}
      role="alertdialog"
      tone={severity}
      title={t(`failures.${messageKey}.title`)}
      actions={
        <>
          <Button variant={then === 'profile' ? 'primary' : 'secondary'} onPress={dismiss}>
            {t('ok')}
          </Button>
          {then === 'measure-again' && (
            <Button onPress={() => actor.send({ type: 'OPEN_CAMERA' })}>{t('measureAgain')}</Button>
          )}
          {then === 'permission' && (
            <Button onPress={() => void navigate(PATHS.permission)}>{t('showMeHow')}</Button>
          )}
        </>
      }
    >
      <p>{t(`failures.${messageKey}.message`)}</p>
    </Dialog>
  );
}
