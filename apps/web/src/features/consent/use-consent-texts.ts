// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import type { ConsentTexts } from '../../account/consents.ts';

/** The texts of the record in the person's language: the words they agreed to. */
export function useConsentTexts(operator: string): ConsentTexts {
  const { t } = useTranslation('consent');
  return {
    description: t('record.description'),
    purposes: {
      privacyPolicyAndTermsOfUse: t('terms.label'),
      healthDataProcessing: t('data.label', { operator }),
      healthDataStorage: t('record.storage', { operator }),
      healthDataReprocessing: t('record.reprocessing'),
    },
  };
}
