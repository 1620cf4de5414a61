// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import { useSession } from './use-services.ts';

/** Notifies the person that their request failed, and that they may try again. */
export function useUnreachableNotice(): () => void {
  const { t } = useTranslation('common');
  const notify = useSession((session) => session.notify);
  return () =>
    notify({
      kind: 'warning',
      title: t('launchFailed.title'),
      message: t('launchFailed.message'),
    });
}
