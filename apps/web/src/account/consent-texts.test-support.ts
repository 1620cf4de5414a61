// SPDX-License-Identifier: Apache-2.0
import type { ConsentTexts } from './consents.ts';

/** As short as texts can be. */
export const CONSENT_TEXTS: ConsentTexts = {
  description: 'd',
  purposes: {
    privacyPolicyAndTermsOfUse: 'p',
    healthDataProcessing: 'p',
    healthDataStorage: 's',
    healthDataReprocessing: 'r',
  },
};
