// SPDX-License-Identifier: Apache-2.0
import type { TrackerRefusal } from '@perfuse/capture';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../services/use-services.ts';

const TOLD_KEY = 'perfuse.tracker-refusal-told';

/** Once per tab, also over reloads; where storage is switched off once per page. */
function isFirstTime(): boolean {
  try {
    if (window.sessionStorage.getItem(TOLD_KEY) !== null) return false;
    window.sessionStorage.setItem(TOLD_KEY, 'yes');
  } catch {
    // Said again is better than never said.
  }
  return true;
}

/** Says once that the configured tracker cannot be used and another is. */
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
