// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainButton } from '@perfuse/ui/form/PlainButton.tsx';
import { Screen } from '../../components/screen/Screen.tsx';

export function LaunchFailedScreen({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const { t } = useTranslation('common');
  return (
    <Screen
      title={t('launchFailed.title')}
      lead={t('launchFailed.message')}
      actions={<PlainButton onPress={onRetry}>{t('launchFailed.retry')}</PlainButton>}
    />
  );
}
