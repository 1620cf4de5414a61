// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { useStudyState } from './use-study.ts';

/** The recorded data is in this page only: it must be exported before the page is closed. */
export function Unsaved(): ReactNode {
  const { t } = useTranslation('study');
  const isUnsaved = useStudyState((state) => state.isUnsaved);
  return <Message tone="error">{isUnsaved && t('unsaved')}</Message>;
}
