// SPDX-License-Identifier: Apache-2.0
import { nhanesModel } from './nhanes-logit.ts';

/**
 * Probability of fasting (8 h or more) glucose >= 100 mg/dL (5.6 mmol/L) in people without known diabetes.
 * Own model v1 on NHANES 2009-2018: 9,870 adults of 18-79 years, 2,331 cases; area under the curve 0.741 (men),
 * 0.772 (women); largest gap in any 10-point band 4 points. Serum glucose, slightly different from plasma.
 */
export const fastingGlucoseModel = nhanesModel({
  source: 'own_nhanes_fpg100_v1',
  channel: 'MFBG_RISK_PROB',
  outcome: 'fastingGlucose',
  withoutDiabetes: true,
});
