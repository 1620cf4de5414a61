// SPDX-License-Identifier: Apache-2.0
import { nhanesModel } from './nhanes-logit.ts';

/**
 * Probability of metabolic syndrome: three or more of large waist, high triglycerides, low HDL, raised pressure,
 * raised glucose (Alberti KGMM and others, Circulation 2009;120:1640, doi:10.1161/CIRCULATIONAHA.109.192644, US
 * waist limits).
 * Own model v1 on NHANES 2009-2018: 10,850 adults of 18-79 years, 3,521 cases; area under the curve 0.864 (men),
 * 0.877 (women); largest gap in any 10-point band 4 / 5 points.
 */
export const metabolicSyndromeModel = nhanesModel({
  source: 'own_nhanes_mets3of5_v1',
  channel: 'OVERALL_METABOLIC_RISK_PROB',
  outcome: 'metabolicSyndrome',
});
