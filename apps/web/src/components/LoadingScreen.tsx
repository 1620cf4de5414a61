// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Loader } from '@perfuse/ui/feedback/Loader.tsx';

/** @param props.isFirst whether it replaces the mark that the page shows before the app runs. */
export function LoadingScreen({ isFirst = false }: { readonly isFirst?: boolean }): ReactNode {
  const { t } = useTranslation('common');
  return <Loader label={t('loading')} isThere={isFirst} />;
}
