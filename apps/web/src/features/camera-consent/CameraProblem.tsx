// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PATHS } from '../../routes/paths.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { ContinueOnPhone } from '../handoff/ContinueOnPhone.tsx';
import { WatchSample } from '../sample/WatchSample.tsx';
import type { AgreeFailure } from './use-agree.ts';

export interface CameraProblemProps {
  readonly failure: AgreeFailure | null;
  readonly onClose: () => void;
}

/** Why the person cannot continue yet, and what to do about it. */
export function CameraProblem({ failure, onClose }: CameraProblemProps): ReactNode {
  const { t } = useTranslation('camera-consent');
  const navigate = useNavigate();
  const denied = failure === 'denied';
  const isOfCamera = failure !== null && failure !== 'offline' && failure !== 'no-study';
  return (
    <Dialog
      isOpen={failure !== null}
      onClose={onClose}
      role="alertdialog"
      tone="error"
      title={failure === null ? '' : t(`problem.${failure}.title`)}
      actions={
        <>
          <Button variant={denied ? 'secondary' : 'primary'} onPress={onClose}>
            {t('problem.close')}
          </Button>
          {isOfCamera && (
            <>
              <ContinueOnPhone variant={denied ? 'quiet' : 'secondary'} />
              <WatchSample variant={denied ? 'quiet' : 'secondary'} />
            </>
          )}
          {denied && (
            <Button onPress={() => void navigate(PATHS.permission)}>{t('problem.help')}</Button>
          )}
        </>
      }
    >
      <p>{failure === null ? '' : t(`problem.${failure}.message`)}</p>
    </Dialog>
  );
}
