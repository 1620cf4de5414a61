// SPDX-License-Identifier: Apache-2.0
/**
 * Framingham general cardiovascular risk, version with BMI.
 * Source: D'Agostino RB Sr and others, Circulation 2008;117:743, doi:10.1161/CIRCULATIONAHA.107.699579.
 */
export const FRAMINGHAM_2008 = {
  male: {
    lnAge: 3.11296,
    lnBmi: 0.79277,
    lnSystolicUntreated: 1.85508,
    lnSystolicTreated: 1.92672,
    smoker: 0.70953,
    diabetes: 0.5316,
    mean: 23.9388,
    baselineSurvival: 0.88431,
  },
  female: {
    lnAge: 2.72107,
    lnBmi: 0.51125,
    lnSystolicUntreated: 2.81291,
    lnSystolicTreated: 2.88267,
    smoker: 0.61868,
    diabetes: 0.77763,
    mean: 26.0145,
    baselineSurvival: 0.94833,
  },
} as const;

/** Shares of the whole risk by first event (same paper, version with lipids). */
export const FRAMINGHAM_SHARES = {
  male: { coronary: 0.7174, stroke: 0.159 },
  female: { coronary: 0.6086, stroke: 0.2385 },
} as const;

/**
 * Incident hypertension: accelerated failure time.
 * Source: Parikh NI and others, Ann Intern Med 2008;148:102, doi:10.7326/0003-4819-148-2-200801150-00005.
 */
export const PARIKH_2008 = {
  intercept: 22.949536,
  female: -0.202933,
  age: -0.156412,
  bmi: -0.033881,
  systolic: -0.05933,
  diastolic: -0.128468,
  smoker: -0.190731,
  parents: -0.166121,
  ageDiastolic: 0.001624,
  scale: 0.876925,
} as const;
