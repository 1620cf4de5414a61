// SPDX-License-Identifier: Apache-2.0
import type { ChartRegion } from '@perfuse/contract/results/chart-regions';

/**
 * WHO 2019 non-laboratory cardiovascular model: hazard coefficients and the recalibration to 21 world regions.
 * Source: WHO CVD Risk Chart Working Group, Lancet Glob Health 2019;7:e1332, doi:10.1016/S2214-109X(19)30318-3,
 * as in the authors' Stata program.
 */
export interface HazardCoefficients {
  /** Age - 60, per year. */
  readonly age: number;
  /** BMI - 25, per kg/m2. */
  readonly bmi: number;
  /** Systolic pressure - 120, per mmHg. */
  readonly systolic: number;
  readonly smoker: number;
  readonly ageBmi: number;
  readonly ageSystolic: number;
  readonly ageSmoker: number;
  /** Ten-year survival at the centre of all inputs. */
  readonly baselineSurvival: number;
}

/** `ln(-ln(1 - risk))` is mapped to `cons + slope x` of itself. */
export interface Recalibration {
  readonly cons: number;
  readonly slope: number;
}

interface ByEvent<T> {
  readonly coronary: T;
  readonly stroke: T;
}
interface BySex<T> {
  readonly male: T;
  readonly female: T;
}

export const WHO_HAZARDS: BySex<ByEvent<HazardCoefficients>> = {
  male: {
    coronary: {
      age: 0.073593,
      bmi: 0.0337219,
      systolic: 0.0133937,
      smoker: 0.5954767,
      ageBmi: -0.0010432,
      ageSystolic: -0.0001837,
      ageSmoker: -0.0200831,
      baselineSurvival: 0.9544258,
    },
    stroke: {
      age: 0.097674,
      bmi: 0.0159518,
      systolic: 0.0227294,
      smoker: 0.4999862,
      ageBmi: -0.0003516,
      ageSystolic: -0.0004374,
      ageSmoker: -0.0153895,
      baselineSurvival: 0.984826,
    },
  },
  female: {
    coronary: {
      age: 0.1049418,
      bmi: 0.0257616,
      systolic: 0.016726,
      smoker: 1.093132,
      ageBmi: -0.0006537,
      ageSystolic: -0.0001966,
      ageSmoker: -0.0343739,
      baselineSurvival: 0.9887124,
    },
    stroke: {
      age: 0.1046105,
      bmi: 0.0036406,
      systolic: 0.0216741,
      smoker: 0.7399405,
      ageBmi: -0.0000129,
      ageSystolic: -0.0005311,
      ageSmoker: -0.0203997,
      baselineSurvival: 0.9885706,
    },
  },
};

export const WHO_RECALIBRATION = {
  'North Africa and Middle East': {
    male: {
      coronary: { cons: 0.2788589, slope: 0.9539917 },
      stroke: { cons: -0.4061659, slope: 0.6707607 },
    },
    female: {
      coronary: { cons: -0.1167729, slope: 0.5993828 },
      stroke: { cons: -0.4959036, slope: 0.5810302 },
    },
  },
  'Central Sub-Saharan Africa': {
    male: {
      coronary: { cons: -0.4056428, slope: 0.9538947 },
      stroke: { cons: -0.849724, slope: 0.6610876 },
    },
    female: {
      coronary: { cons: -0.08174689, slope: 0.7919927 },
      stroke: { cons: -0.6691534, slope: 0.6709102 },
    },
  },
  'Eastern Sub-Saharan Africa': {
    male: {
      coronary: { cons: -0.5011819, slope: 0.934285 },
      stroke: { cons: -0.846603, slope: 0.6702875 },
    },
    female: {
      coronary: { cons: -0.8841384, slope: 0.6560963 },
      stroke: { cons: -0.8456433, slope: 0.6618489 },
    },
  },
  'Southern Sub-Saharan Africa': {
    male: {
      coronary: { cons: -0.3994591, slope: 0.9994329 },
      stroke: { cons: -0.9858205, slope: 0.6512437 },
    },
    female: {
      coronary: { cons: -0.7112988, slope: 0.6770461 },
      stroke: { cons: -0.7663718, slope: 0.6502562 },
    },
  },
  'Western Sub-Saharan Africa': {
    male: {
      coronary: { cons: -0.3638718, slope: 1.036479 },
      stroke: { cons: -0.9692328, slope: 0.6512734 },
    },
    female: {
      coronary: { cons: -0.5019743, slope: 0.7591237 },
      stroke: { cons: -0.7182005, slope: 0.663613 },
    },
  },
  'Southern Latin America': {
    male: {
      coronary: { cons: -0.260237, slope: 0.92012 },
      stroke: { cons: -1.058599, slope: 0.6421895 },
    },
    female: {
      coronary: { cons: 0.04207724, slope: 0.953401 },
      stroke: { cons: -0.8985329, slope: 0.6920237 },
    },
  },
  'High-income North America': {
    male: {
      coronary: { cons: -0.2081077, slope: 0.8121292 },
      stroke: { cons: -0.723585, slope: 0.6988817 },
    },
    female: {
      coronary: { cons: -0.1376925, slope: 0.7352109 },
      stroke: { cons: -0.5048316, slope: 0.7346306 },
    },
  },
  Caribbean: {
    male: {
      coronary: { cons: -0.2945263, slope: 1.053252 },
      stroke: { cons: -0.9890763, slope: 0.6359172 },
    },
    female: {
      coronary: { cons: -0.4623216, slope: 0.7361413 },
      stroke: { cons: -1.039035, slope: 0.5940651 },
    },
  },
  'Andean Latin America': {
    male: {
      coronary: { cons: -0.6871128, slope: 1.004125 },
      stroke: { cons: -1.420398, slope: 0.5710201 },
    },
    female: {
      coronary: { cons: -0.9288045, slope: 0.7093917 },
      stroke: { cons: -1.505947, slope: 0.5321717 },
    },
  },
  'Central Latin America': {
    male: {
      coronary: { cons: -0.4015446, slope: 1.051662 },
      stroke: { cons: -1.343821, slope: 0.6043047 },
    },
    female: {
      coronary: { cons: -0.5699641, slope: 0.7490835 },
      stroke: { cons: -1.382769, slope: 0.5585421 },
    },
  },
  'Tropical Latin America': {
    male: {
      coronary: { cons: -0.852438, slope: 0.9414605 },
      stroke: { cons: -1.054226, slope: 0.5955473 },
    },
    female: {
      coronary: { cons: -1.06688, slope: 0.7123872 },
      stroke: { cons: -1.365732, slope: 0.5240057 },
    },
  },
  'East Asia': {
    male: {
      coronary: { cons: -0.3592474, slope: 1.181082 },
      stroke: { cons: 0.08922047, slope: 0.6950518 },
    },
    female: {
      coronary: { cons: -0.3934376, slope: 0.8069099 },
      stroke: { cons: -0.1744002, slope: 0.6109179 },
    },
  },
  'South Asia': {
    male: {
      coronary: { cons: -0.2081159, slope: 0.9884584 },
      stroke: { cons: -1.365513, slope: 0.5289115 },
    },
    female: {
      coronary: { cons: -0.4299527, slope: 0.6976674 },
      stroke: { cons: -1.056442, slope: 0.5795309 },
    },
  },
  'Southeast Asia': {
    male: {
      coronary: { cons: -0.1527396, slope: 1.161634 },
      stroke: { cons: -0.6512926, slope: 0.6442349 },
    },
    female: {
      coronary: { cons: -0.4058024, slope: 0.8146789 },
      stroke: { cons: -0.7148907, slope: 0.6094348 },
    },
  },
  'Central Asia': {
    male: {
      coronary: { cons: 1.714561, slope: 1.624385 },
      stroke: { cons: -0.6204949, slope: 0.6470138 },
    },
    female: {
      coronary: { cons: 1.695773, slope: 1.233777 },
      stroke: { cons: -0.3941027, slope: 0.6767841 },
    },
  },
  'High-income Asia Pacific': {
    male: {
      coronary: { cons: -0.6419885, slope: 0.8723856 },
      stroke: { cons: -1.255566, slope: 0.4861694 },
    },
    female: {
      coronary: { cons: -0.2038274, slope: 0.8643676 },
      stroke: { cons: -1.021286, slope: 0.5964863 },
    },
  },
  'Western Europe': {
    male: {
      coronary: { cons: 0.07407466, slope: 1.011329 },
      stroke: { cons: -0.7532855, slope: 0.7430903 },
    },
    female: {
      coronary: { cons: 0.4918154, slope: 0.999124 },
      stroke: { cons: -0.4965808, slope: 0.8212867 },
    },
  },
  'Central Europe': {
    male: {
      coronary: { cons: 0.3742652, slope: 1.199091 },
      stroke: { cons: -0.1409193, slope: 0.7898473 },
    },
    female: {
      coronary: { cons: 1.038832, slope: 1.136725 },
      stroke: { cons: 0.2855119, slope: 0.9006261 },
    },
  },
  'Eastern Europe': {
    male: {
      coronary: { cons: 0.04721435, slope: 0.8693904 },
      stroke: { cons: -0.4423261, slope: 0.6513184 },
    },
    female: {
      coronary: { cons: 0.771517, slope: 0.9205937 },
      stroke: { cons: -0.1174505, slope: 0.7048866 },
    },
  },
  Oceania: {
    male: {
      coronary: { cons: -0.7287032, slope: 0.8940087 },
      stroke: { cons: -0.6700907, slope: 0.5804225 },
    },
    female: {
      coronary: { cons: -0.7596365, slope: 0.6901978 },
      stroke: { cons: -0.6724368, slope: 0.5552753 },
    },
  },
  Australasia: {
    male: {
      coronary: { cons: -0.2373061, slope: 0.8362648 },
      stroke: { cons: -0.761701, slope: 0.7949929 },
    },
    female: {
      coronary: { cons: -0.08183548, slope: 0.856311 },
      stroke: { cons: -0.4861303, slope: 0.8438001 },
    },
  },
} as const satisfies Record<ChartRegion, BySex<ByEvent<Recalibration>>>;
