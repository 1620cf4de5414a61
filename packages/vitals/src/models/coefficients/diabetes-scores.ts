// SPDX-License-Identifier: Apache-2.0
/**
 * Concise model of FINDRISC, drug-treated type 2 diabetes in ten years.
 * Source: Lindström J, Tuomilehto J, Diabetes Care 2003;26:725, doi:10.2337/diacare.26.3.725.
 */
export const FINDRISC_2003 = {
  intercept: -5.514,
  age45to54: 0.628,
  age55up: 0.892,
  bmi25to30: 0.165,
  bmiOver30: 1.096,
  waistMiddle: 0.857,
  waistHigh: 1.35,
  bloodPressureMedication: 0.711,
} as const;

/** Waist classes of the same score, cm: middle from the first, high from the second. */
export const FINDRISC_WAIST_CM = { male: [94, 102], female: [80, 88] } as const;

/**
 * DESIR clinical equations, diabetes in nine years, without the term for diabetes in a woman's family.
 * Source: Balkau B and others, Diabetes Care 2008;31:2056, doi:10.2337/dc08-0368.
 */
export const DESIR_2008 = {
  male: { intercept: -10.45, smoker: 0.72, waistCm: 0.081, hypertension: 0.5 },
  female: { intercept: -11.81, smoker: 0, waistCm: 0.095, hypertension: 0.64 },
} as const;

/**
 * Cambridge diabetes risk score, without steroids, family history and former smoking, which are not asked.
 * Source: Griffin SJ and others, Diabetes Metab Res Rev 2000;16:164,
 * doi:10.1002/1520-7560(200005/06)16:3<164::AID-DMRR103>3.0.CO;2-R.
 */
export const CAMBRIDGE_2000 = {
  intercept: -6.322,
  female: -0.879,
  bloodPressureMedication: 1.222,
  age: 0.063,
  bmi25: 0.699,
  bmi27half: 1.97,
  bmi30: 2.518,
  smoker: 0.855,
} as const;
