// SPDX-License-Identifier: Apache-2.0
import { nhanesModel } from './nhanes-logit.ts';

/**
 * Probability of liver ultrasound attenuation (CAP) >= 285 dB/m, a usual cut for steatosis (Siddiqui MS and
 * others, Clin Gastroenterol Hepatol 2019;17:156), whatever the cause, alcohol included.
 * Own model v1 on NHANES 2017-March 2020: 7,281 adults of 18-79 years, 2,635 cases; area under the curve 0.832
 * (men), 0.822 (women); largest gap in any 10-point band 5 / 6 points.
 */
export const fattyLiverModel = nhanesModel({
  source: 'own_nhanes_cap285_v1',
  channel: 'FLD_RISK_PROB',
  outcome: 'fattyLiver',
  inputs: ['sex', 'age', 'bmi', 'diabetes'],
});
