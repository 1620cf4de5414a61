// SPDX-License-Identifier: Apache-2.0
/**
 * This project's own models, fitted on public-domain data of the US National Health and Nutrition Examination
 * Survey (https://www.cdc.gov/nchs/nhanes/); not peer reviewed. Survey-weighted fits, not pregnant.
 */
interface BySex<T> {
  readonly male: T;
  readonly female: T;
}

/** Logistic models of NHANES 2009-2018 (fasting subsample, 18-79 y); fatty liver of 2017-March 2020. */
export interface LogitCoefficients {
  readonly intercept: number;
  /** a = (age - 50) / 10. */
  readonly a: number;
  readonly a2: number;
  /** b = ln(BMI / 27). */
  readonly b: number;
  readonly b2: number;
  readonly ab: number;
  readonly smoker: number;
  readonly bloodPressureMedication: number;
  readonly diabetes: number;
}

export const NHANES_LOGITS = {
  /** HbA1c >= 5.7 %, no known diabetes. */
  hba1c: {
    male: {
      intercept: -1.27919,
      a: 0.48945,
      a2: -0.02952,
      b: 1.96271,
      b2: 1.43502,
      ab: -0.05903,
      smoker: 0.68445,
      bloodPressureMedication: 0.24732,
      diabetes: 0,
    },
    female: {
      intercept: -1.24483,
      a: 0.52823,
      a2: -0.03459,
      b: 2.49269,
      b2: -1.00389,
      ab: -0.46817,
      smoker: 0.51942,
      bloodPressureMedication: 0.4458,
      diabetes: 0,
    },
  },
  /** Fasting glucose >= 100 mg/dL, no known diabetes. */
  fastingGlucose: {
    male: {
      intercept: -1.05091,
      a: 0.40331,
      a2: -0.03548,
      b: 2.84301,
      b2: 0.99384,
      ab: 0.18532,
      smoker: 0.16807,
      bloodPressureMedication: 0.24594,
      diabetes: 0,
    },
    female: {
      intercept: -1.77415,
      a: 0.47918,
      a2: -0.03796,
      b: 3.26248,
      b2: -1.04134,
      ab: -0.29405,
      smoker: 0.25932,
      bloodPressureMedication: 0.40322,
      diabetes: 0,
    },
  },
  /** Fasting triglycerides >= 150 mg/dL. */
  triglycerides: {
    male: {
      intercept: -0.95839,
      a: -0.0532,
      a2: -0.11403,
      b: 3.28637,
      b2: -4.08973,
      ab: -0.00653,
      smoker: 0.42165,
      bloodPressureMedication: 0.09338,
      diabetes: 0.47622,
    },
    female: {
      intercept: -1.62361,
      a: 0.21072,
      a2: -0.06052,
      b: 3.06114,
      b2: -4.59793,
      ab: -0.21455,
      smoker: 0.69877,
      bloodPressureMedication: 0.25978,
      diabetes: 0.86423,
    },
  },
  /** Total cholesterol >= 240 mg/dL or advised cholesterol medicine. */
  cholesterol: {
    male: {
      intercept: -0.75472,
      a: 0.48119,
      a2: -0.11415,
      b: 1.04804,
      b2: -1.54065,
      ab: -0.212,
      smoker: 0.23095,
      bloodPressureMedication: 0.75793,
      diabetes: 0.78248,
    },
    female: {
      intercept: -0.94762,
      a: 0.72151,
      a2: -0.11679,
      b: 0.31506,
      b2: -1.28547,
      ab: -0.25467,
      smoker: 0.3238,
      bloodPressureMedication: 0.63999,
      diabetes: 1.12912,
    },
  },
  /** Liver ultrasound attenuation (CAP) >= 285 dB/m. */
  fattyLiver: {
    male: {
      intercept: -0.88287,
      a: 0.16515,
      a2: -0.0343,
      b: 8.17586,
      b2: -2.42303,
      ab: -0.1694,
      smoker: 0,
      bloodPressureMedication: 0,
      diabetes: 0.97247,
    },
    female: {
      intercept: -1.23669,
      a: 0.30907,
      a2: -0.07488,
      b: 6.61713,
      b2: -4.23417,
      ab: -0.59294,
      smoker: 0,
      bloodPressureMedication: 0,
      diabetes: 0.87271,
    },
  },
  /** Metabolic syndrome, 3 or more of 5. */
  metabolicSyndrome: {
    male: {
      intercept: -1.61656,
      a: 0.28332,
      a2: -0.08977,
      b: 8.87541,
      b2: -7.53093,
      ab: -0.46997,
      smoker: 0.3561,
      bloodPressureMedication: 1.19915,
      diabetes: 1.31315,
    },
    female: {
      intercept: -1.88306,
      a: 0.38202,
      a2: -0.03668,
      b: 6.20639,
      b2: -5.92371,
      ab: -0.33747,
      smoker: 0.87249,
      bloodPressureMedication: 1.33601,
      diabetes: 2.59162,
    },
  },
} as const satisfies Record<string, BySex<LogitCoefficients>>;

/** Linear models of mean resting pressure, mmHg, NHANES 1999-2018, 18-79 y. */
export interface PressureCoefficients {
  readonly intercept: number;
  /** a = age - 50. */
  readonly a: number;
  readonly a2: number;
  /** b = BMI - 27. */
  readonly b: number;
  readonly bloodPressureMedication: number;
  readonly diabetes: number;
  readonly smoker: number;
  /** Diagnosed hypertension without medication; 0 in the models that do not use it. */
  readonly untreatedHypertension: number;
  /** Standard deviation around the expectation, mmHg, at 18-39, 40-59 and 60-79 years. */
  readonly residualSd: readonly [number, number, number];
}

export const NHANES_PRESSURE = {
  systolic: {
    male: {
      intercept: 121.69822,
      a: 0.27617,
      a2: 0.00394,
      b: 0.39961,
      bloodPressureMedication: 2.63727,
      diabetes: -0.11413,
      smoker: 1.13415,
      untreatedHypertension: 0,
      residualSd: [10.8, 14.9, 18.5],
    },
    female: {
      intercept: 117.48732,
      a: 0.49286,
      a2: 0.00563,
      b: 0.41788,
      bloodPressureMedication: 5.51617,
      diabetes: 1.35884,
      smoker: 0.59538,
      untreatedHypertension: 0,
      residualSd: [9.9, 15.7, 19.3],
    },
  },
  diastolic: {
    male: {
      intercept: 75.85606,
      a: -0.06727,
      a2: -0.01395,
      b: 0.24394,
      bloodPressureMedication: 0.45308,
      diabetes: -0.81672,
      smoker: -1.61826,
      untreatedHypertension: 0,
      residualSd: [10.3, 10.2, 11.1],
    },
    female: {
      intercept: 72.17902,
      a: -0.05137,
      a2: -0.01149,
      b: 0.161,
      bloodPressureMedication: 1.80588,
      diabetes: -1.49145,
      smoker: -1.25475,
      untreatedHypertension: 0,
      residualSd: [9, 9.9, 11.3],
    },
  },
  systolicWithTold: {
    male: {
      intercept: 120.33756,
      a: 0.26737,
      a2: 0.00451,
      b: 0.34516,
      bloodPressureMedication: 4.26472,
      diabetes: -0.21601,
      smoker: 0.76956,
      untreatedHypertension: 10.50868,
      residualSd: [10.5, 14.4, 18.2],
    },
    female: {
      intercept: 116.43323,
      a: 0.47852,
      a2: 0.00592,
      b: 0.36759,
      bloodPressureMedication: 6.98867,
      diabetes: 1.28078,
      smoker: 0.15099,
      untreatedHypertension: 10.10219,
      residualSd: [9.8, 15.4, 19.1],
    },
  },
} as const satisfies Record<string, BySex<PressureCoefficients>>;
