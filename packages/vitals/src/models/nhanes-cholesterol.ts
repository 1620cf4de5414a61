// SPDX-License-Identifier: Apache-2.0
import { nhanesModel } from './nhanes-logit.ts';

/**
 * Probability of total cholesterol >= 240 mg/dL (6.2 mmol/L) or advised cholesterol medicine.
 * Own model v1 on NHANES 2009-2018: 11,393 adults of 18-79 years, 3,587 cases; area under the curve 0.783 (men),
 * 0.825 (women); largest gap in any 10-point band 3 / 6 points. A family cause cannot be seen from a profile.
 */
export const cholesterolModel = nhanesModel({
  source: 'own_nhanes_tc240_or_med_v1',
  channel: 'HDLTC_RISK_PROB',
  outcome: 'cholesterol',
});
