// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceHistory } from '../platform/device-history/device-history.ts';
import { useSession } from '../services/use-services.ts';
import { ownerOf } from '../session/session-state.ts';

/** Shown next to data that is forgotten after a while: results stored in this browser are not. Nothing without any. */
export function PastResultsStay(): ReactNode {
  const owner = useSession(ownerOf);
  return deviceHistory(owner).isWanted() ? <Stay /> : null;
}

function Stay(): ReactNode {
  const { t } = useTranslation('history');
  return <p>{t('onDevice.stays')}</p>;
}
