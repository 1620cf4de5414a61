// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceHistory } from '../platform/device-history/device-history.ts';
import { useSession } from '../services/use-services.ts';
import { ownerOf } from '../session/session-state.ts';

/** Beside what is forgotten after a while: results that the person keeps in this browser are not; nothing without any. */
export function PastResultsStay(): ReactNode {
  const owner = useSession(ownerOf);
  return deviceHistory(owner).isWanted() ? <Stay /> : null;
}

function Stay(): ReactNode {
  const { t } = useTranslation('history');
  return <p>{t('onDevice.stays')}</p>;
}
