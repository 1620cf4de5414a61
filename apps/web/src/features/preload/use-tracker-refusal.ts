// SPDX-License-Identifier: Apache-2.0
import type { TrackerRefusal } from '@perfuse/capture';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { readText, storageOf, write } from '../../platform/browser/stored.ts';
import { useSession } from '../../services/use-services.ts';

const TOLD_KEY = 'perfuse.tracker-refusal-told';

/** True once per tab, even across reloads; without storage, once per page. */
function isFirstTime(): boolean {
  const tab = storageOf('sessionStorage');
  const isTold = readText(tab, TOLD_KEY) !== null;
  write(tab, TOLD_KEY, 'yes');
  return !isTold;
}

/** Reports once that the configured tracker cannot be used and another one is. */
export function useTrackerRefusal(): (reason: TrackerRefusal) => void {
  const { t } = useTranslation('preload');
  const notify = useSession((session) => session.notify);
  return useCallback(
    (reason) => {
      if (!isFirstTime()) return;
      notify({
        kind: 'info',
        title: t('otherTracker.title'),
        message: t(`otherTracker.${reason}`),
      });
    },
    [notify, t],
  );
}
