// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PlainButton } from '@perfuse/ui/form/PlainButton.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import { useNewLink } from '../../launch/use-new-link.ts';
import { useIsCallbackMode } from '../../services/use-services.ts';
import { PATHS } from '../../routes/paths.ts';

export function NotFoundScreen(): ReactNode {
  const { t } = useTranslation('common');
  useNewLink();
  const navigate = useNavigate();
  // In callback mode the entry is a hidden route: the capture files come first.
  const isCallbackMode = useIsCallbackMode();
  const start = isCallbackMode ? PATHS.preload : PATHS.entry;
  return (
    <Screen
      title={t('notFound.title')}
      lead={t('notFound.message')}
      actions={
        <PlainButton onPress={() => void navigate(start, { replace: true })}>
          {t('notFound.home')}
        </PlainButton>
      }
    />
  );
}
