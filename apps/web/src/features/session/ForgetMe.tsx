// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PastResultsStay } from '../../components/PastResultsStay.tsx';
import { PATHS } from '../../routes/paths.ts';
import { useSignedInUser } from '../../services/use-services.ts';
import { ActionDialog } from '@perfuse/ui/dialog/ActionDialog.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { StaysAtService } from './StaysAtService.tsx';

/** Lets guests delete their answers and results from this browser, for example on a shared computer. */
export function ForgetMe(): ReactNode {
  const { t } = useTranslation('session');
  const navigate = useNavigate();
  const isGuest = useSignedInUser() === null;
  const [isAsking, setAsking] = useState(false);
  if (!isGuest) return null;
  return (
    <Card tone="quiet" title={t('forget.title')}>
      <p>{t('forget.text')}</p>
      <PastResultsStay />
      <div>
        <Button variant="secondary" onPress={() => setAsking(true)}>
          {t('forget.button')}
        </Button>
      </div>
      <ActionDialog
        isOpen={isAsking}
        role="alertdialog"
        tone="warning"
        title={t('forget.question')}
        keep={t('forget.keep')}
        action={t('forget.confirm')}
        onClose={() => setAsking(false)}
        onAction={() => void navigate(PATHS.logout, { state: { reason: 'forgotten' } })}
      >
        <p>{t('forget.consequence')}</p>
        <StaysAtService isLong />
      </ActionDialog>
    </Card>
  );
}
