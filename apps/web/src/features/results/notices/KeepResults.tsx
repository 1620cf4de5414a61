// SPDX-License-Identifier: Apache-2.0
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { Checkbox } from '@perfuse/ui/form/Checkbox.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import {
  deviceHistory,
  MAX_STORED,
  type Keeping,
} from '../../../platform/device-history/device-history.ts';
import { PATHS } from '../../../routes/paths.ts';
import { isNew, keepResult } from '../../../services/kept-results.ts';
import { useSession } from '../../../services/use-services.ts';
import type { MeasurementOutcome } from '../../../session/measurement-result.ts';
import { ownerOf } from '../../../session/session-state.ts';

/** Lets a person keep in this browser what this device measured: there is no other copy. */
export function KeepResults({ outcome }: { readonly outcome: MeasurementOutcome }): ReactNode {
  const { t } = useTranslation('results');
  const organisation = useSession((session) => session.organisation);
  const owner = useSession(ownerOf);
  const [isWanted, setWanted] = useState(() => deviceHistory(owner).isWanted());
  const [keeping, setKeeping] = useState<Keeping>('kept');
  const keep = (): void => void keepResult(outcome, organisation, owner).then(setKeeping);
  useEffect(() => {
    if (deviceHistory(owner).isWanted() && isNew(outcome)) {
      void keepResult(outcome, organisation, owner).then(setKeeping);
    }
  }, [outcome, organisation, owner]);
  const choose = (isOn: boolean): void => {
    const isRemembered = deviceHistory(owner).want(isOn);
    setWanted(isOn && isRemembered);
    setKeeping(isRemembered || !isOn ? 'kept' : 'denied');
    if (isOn && isRemembered) keep();
  };
  return (
    <Card title={t('keep.title')}>
      <Checkbox
        isSelected={isWanted}
        onChange={choose}
        details={t('keep.text', { count: MAX_STORED })}
      >
        {t('keep.choose')}
      </Checkbox>
      <Message tone="error">{keeping !== 'kept' && t(`keep.${keeping}`)}</Message>
      <p>
        <Link to={PATHS.history}>{t('keep.open')}</Link>
      </p>
    </Card>
  );
}
