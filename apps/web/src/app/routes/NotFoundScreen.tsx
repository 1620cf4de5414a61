// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/Button.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { PATHS } from './paths.ts';

export function NotFoundScreen(): ReactNode {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  return (
    <Screen
      title={t('notFound.title')}
      lead={t('notFound.message')}
      actions={
        <Button onPress={() => void navigate(PATHS.entry, { replace: true })}>
          {t('notFound.home')}
        </Button>
      }
    />
  );
}
