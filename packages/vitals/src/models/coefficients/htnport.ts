// SPDX-License-Identifier: Apache-2.0
/**
 * Hypertension Population Risk Tool (HTNPoRT), reduced model: knots, coefficients and centres.
 * Source: Islam R, Manuel DG and others, University of Ottawa, doi:10.20381/ruor-31356 (CC BY 4.0) and
 * doi:10.64898/2025.12.10.25342022 (preprint); model export files of Big-Life-Lab/htnport (Apache-2.0).
 */
export type HtnVariable = 'age1' | 'age2' | 'age3' | 'bmi1' | 'bmi2' | 'familyHistory' | 'diabetes';

interface HtnTerm {
  /** The term is the product of these. */
  readonly factors: readonly HtnVariable[];
  readonly beta: number;
  readonly centre: number;
}

export interface HtnCoefficients {
  readonly ageKnots: readonly [number, number, number, number];
  readonly bmiKnots: readonly [number, number, number];
  readonly intercept: number;
  /** Share of the development sample with hypertension in the family. */
  readonly familyHistoryShare: number;
  readonly terms: readonly HtnTerm[];
}

export const HTNPORT: { readonly male: HtnCoefficients; readonly female: HtnCoefficients } = {
  male: {
    ageKnots: [24, 40, 57, 74],
    bmiKnots: [22.35, 27.24, 34.178],
    intercept: -1.915239452,
    familyHistoryShare: 0.524803077,
    terms: [
      { factors: ['age1'], beta: 0.59633291, centre: 46.14509835 },
      { factors: ['age2'], beta: -0.983341842, centre: 10.41999141 },
      { factors: ['age3'], beta: 2.096381011, centre: 2.012829724 },
      { factors: ['familyHistory'], beta: 0.782228096, centre: 0.524803077 },
      { factors: ['bmi1'], beta: 0.79711022, centre: 27.66777298 },
      { factors: ['bmi2'], beta: -0.802155451, centre: 2.529042313 },
      { factors: ['diabetes'], beta: 5.796432517, centre: 0.104918358 },
      { factors: ['age1', 'bmi1'], beta: -0.018665302, centre: 1289.586153 },
      { factors: ['age2', 'bmi1'], beta: 0.036399545, centre: 294.9641651 },
      { factors: ['age3', 'bmi1'], beta: -0.07722547, centre: 56.95945766 },
      { factors: ['age1', 'bmi2'], beta: 0.021531623, centre: 121.6744825 },
      { factors: ['age2', 'bmi2'], beta: -0.040003965, centre: 28.59310879 },
      { factors: ['age3', 'bmi2'], beta: 0.07560878, centre: 5.458573727 },
      { factors: ['age1', 'diabetes'], beta: -0.093051063, centre: 6.145555691 },
      { factors: ['age2', 'diabetes'], beta: 0.120165708, centre: 2.19318601 },
      { factors: ['age3', 'diabetes'], beta: -0.304303246, centre: 0.472921201 },
    ],
  },
  female: {
    ageKnots: [25, 40, 57, 75],
    bmiKnots: [20.69, 26.23, 36.141],
    intercept: -2.248472641,
    familyHistoryShare: 0.573552958,
    terms: [
      { factors: ['age1'], beta: 0.227008328, centre: 46.89545843 },
      { factors: ['age2'], beta: -0.716984247, centre: 10.12555934 },
      { factors: ['age3'], beta: 2.081296015, centre: 2.151608321 },
      { factors: ['familyHistory'], beta: 0.85999173, centre: 0.573552958 },
      { factors: ['bmi1'], beta: 0.145969454, centre: 27.0963796 },
      { factors: ['bmi2'], beta: 0.129755466, centre: 2.687938152 },
      { factors: ['diabetes'], beta: 2.642667199, centre: 0.073367263 },
      { factors: ['age1', 'bmi1'], beta: -0.001968393, centre: 1285.110359 },
      { factors: ['age2', 'bmi1'], beta: 0.021593308, centre: 282.7253824 },
      { factors: ['age3', 'bmi1'], beta: -0.068405591, centre: 60.12236359 },
      { factors: ['age1', 'bmi2'], beta: -0.004475157, centre: 131.3924734 },
      { factors: ['age2', 'bmi2'], beta: -0.003069774, centre: 29.62929288 },
      { factors: ['age3', 'bmi2'], beta: 0.026362919, centre: 6.184663944 },
      { factors: ['age1', 'diabetes'], beta: -0.024490926, centre: 4.268397084 },
      { factors: ['age2', 'diabetes'], beta: 0.102039921, centre: 1.361402486 },
      { factors: ['age3', 'diabetes'], beta: -0.366964525, centre: 0.314536375 },
    ],
  },
};
