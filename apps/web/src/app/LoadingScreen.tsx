// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Loader } from '../ui/Loader.tsx';

export function LoadingScreen(): ReactNode {
  const { t } = useTranslation('common');
  return <Loader label={t('loading')} />;
}
