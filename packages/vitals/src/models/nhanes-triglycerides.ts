// SPDX-License-Identifier: Apache-2.0
import { nhanesModel } from './nhanes-logit.ts';

/**
 * Probability of fasting triglycerides >= 150 mg/dL (1.7 mmol/L).
 * Own model v1 on NHANES 2009-2018: 11,386 adults of 18-79 years, 2,595 cases; weak: area under the curve 0.671
 * (men), 0.728 (women); largest gap in any 10-point band 5 / 10 points.
 */
export const triglyceridesModel = nhanesModel({
  source: 'own_nhanes_tg150_v1',
  channel: 'TG_RISK_PROB',
  outcome: 'triglycerides',
});
