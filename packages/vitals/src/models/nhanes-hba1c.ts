// SPDX-License-Identifier: Apache-2.0
import { nhanesModel } from './nhanes-logit.ts';

/**
 * Probability of HbA1c >= 5.7 % (prediabetes or diabetes, ADA) in people without known diabetes.
 * Own model v1 on NHANES 2009-2018: 9,969 adults of 18-79 years, 3,055 cases; area under the curve 0.746 (men),
 * 0.768 (women); largest gap in any 10-point band 2 / 4 points.
 */
export const hba1cModel = nhanesModel({
  source: 'own_nhanes_a1c57_v1',
  channel: 'HBA1C_RISK_PROB',
  outcome: 'hba1c',
  withoutDiabetes: true,
});
