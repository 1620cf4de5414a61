// SPDX-License-Identifier: Apache-2.0
import type { BandColour } from '@perfuse/ui/gauge/band-colour.ts';

/** Label of a band; the text is `band.<word>`. */
type BandName =
  | 'below'
  | 'within'
  | 'above'
  | 'low'
  | 'best'
  | 'good'
  | 'fair'
  | 'raised'
  | 'high'
  | 'poor'
  | 'lowRisk'
  | 'fairlyLowRisk';

/** Medical sources of the bands, each with a text `bandSource.<id>` that names it and says which part is our own. */
export type BandSource =
  | 'heart-rate'
  | 'breathing'
  | 'blood-pressure'
  | 'heart-rate-variability'
  | 'cardiac-workload'
  | 'stress-index'
  | 'body-mass-index'
  | 'waist-to-height'
  | 'body-shape-index'
  | 'cardiovascular-risk'
  | 'heart-attack-risk'
  | 'stroke-risk'
  | 'equal-steps'
  | 'around-the-middle'
  | 'wellness-score';

export interface Band {
  readonly colour: BandColour;
  readonly word: BandName;
}

export interface BandScale {
  /** Edges between the bands, ascending; an edge belongs to the band above it. */
  readonly edges: readonly number[];
  /** One more than `edges`. */
  readonly bands: readonly Band[];
  /**
   * Ends of the first and the last band when drawn, which are open in the specification: where the quantity or its
   * method ends, else about as wide as their neighbours. Values beyond are drawn at the end.
   */
  readonly drawn: readonly [number, number];
  /** Source of these edges' meaning: the text is `bandSource.<source>`. */
  readonly source: BandSource;
}

const band = (colour: BandColour, word: BandName): Band => ({ colour, word });

/** A middle range is usual; values on either side of it deserve attention. */
const MIDDLE: readonly Band[] = [
  band('yellow', 'below'),
  band('green', 'within'),
  band('light-red', 'above'),
];
const LOWER_IS_BETTER: readonly Band[] = [
  band('green', 'best'),
  band('light-green', 'good'),
  band('yellow', 'fair'),
  band('light-red', 'raised'),
  band('red', 'high'),
];
/** A risk is never called optimal or good. */
const RISK: readonly Band[] = [
  band('green', 'lowRisk'),
  band('light-green', 'fairlyLowRisk'),
  band('yellow', 'fair'),
  band('light-red', 'raised'),
  band('red', 'high'),
];
const HIGHER_IS_BETTER: readonly Band[] = [
  band('red', 'poor'),
  band('light-red', 'low'),
  band('yellow', 'fair'),
  band('light-green', 'good'),
  band('green', 'best'),
];
/**
 * Blood pressure: below the healthy range is yellow. A systolic 120 to 130 counts as elevated, a diastolic 70 to 80 does
 * not.
 */
const pressure = (secondBest: BandName): readonly Band[] => [
  band('yellow', 'low'),
  band('green', 'best'),
  band('light-green', secondBest),
  band('light-red', 'raised'),
  band('red', 'high'),
];
/** Weight for height: below the healthy range is yellow, and so is a little above it. */
const BODY: readonly Band[] = [
  band('yellow', 'low'),
  band('green', 'best'),
  band('yellow', 'fair'),
  band('light-red', 'raised'),
  band('red', 'high'),
];

const risk = (
  edges: readonly [number, number, number, number],
  source: BandSource,
  top = 100,
): BandScale => ({ edges, bands: RISK, drawn: [0, top], source });

const EQUAL_STEPS = risk([20, 40, 60, 80], 'equal-steps');
const AROUND_THE_MIDDLE = risk([25, 45, 55, 77.5], 'around-the-middle');

/**
 * The only table of bands: the edges of the specification's section 9 by metric, their colours, their medical source.
 */
export const SCALES = {
  // The engine reads rates from 40 to 180.
  heartRate: { edges: [60, 100], bands: MIDDLE, drawn: [40, 180], source: 'heart-rate' },
  // A recording of thirty seconds can show 6 to 30 breaths a minute.
  breathing: { edges: [12, 25], bands: MIDDLE, drawn: [6, 30], source: 'breathing' },
  systolic: {
    edges: [90, 120, 130, 140],
    bands: pressure('fair'),
    drawn: [60, 180],
    source: 'blood-pressure',
  },
  diastolic: {
    edges: [60, 70, 80, 90],
    bands: pressure('good'),
    drawn: [40, 110],
    source: 'blood-pressure',
  },
  heartRateVariability: {
    edges: [10.8, 16.4, 35.5, 51.5],
    bands: HIGHER_IS_BETTER,
    drawn: [0, 80],
    source: 'heart-rate-variability',
  },
  cardiacWorkload: {
    edges: [3.8, 3.9, 4.08, 4.18],
    bands: LOWER_IS_BETTER,
    drawn: [3.6, 4.4],
    source: 'cardiac-workload',
  },
  stressIndex: {
    edges: [2, 3, 4, 5],
    bands: LOWER_IS_BETTER,
    drawn: [1, 6],
    source: 'stress-index',
  },
  bodyMassIndex: {
    edges: [18.5, 25, 30, 35],
    bands: BODY,
    drawn: [10, 65],
    source: 'body-mass-index',
  },
  waistToHeight: {
    edges: [43, 53, 58, 63],
    bands: BODY,
    drawn: [30, 80],
    source: 'waist-to-height',
  },
  bodyShapeIndex: {
    edges: [7.1, 7.6, 8.6, 9.1],
    bands: LOWER_IS_BETTER,
    drawn: [6.5, 9.8],
    source: 'body-shape-index',
  },
  cardiovascularRisk: risk([5, 7.25, 10, 20], 'cardiovascular-risk', 40),
  heartAttackRisk: risk([1.65, 2.39, 3.3, 6.6], 'heart-attack-risk', 13.2),
  strokeRisk: risk([3.3, 4.79, 6.6, 13.2], 'stroke-risk', 26.4),
  hypertensionRisk: EQUAL_STEPS,
  triglyceridesRisk: EQUAL_STEPS,
  cholesterolRisk: EQUAL_STEPS,
  diabetesRisk: EQUAL_STEPS,
  hba1cRisk: AROUND_THE_MIDDLE,
  fastingGlucoseRisk: AROUND_THE_MIDDLE,
  fattyLiverRisk: AROUND_THE_MIDDLE,
  overallMetabolicRisk: AROUND_THE_MIDDLE,
  wellnessScore: {
    edges: [20, 40, 60, 80],
    bands: HIGHER_IS_BETTER,
    drawn: [0, 100],
    source: 'wellness-score',
  },
} as const satisfies Record<string, BandScale>;

/** Index of the band that a value falls in, from the lowest: lower edge inclusive, upper exclusive. */
export function bandIndex(scale: BandScale, value: number): number {
  return scale.edges.filter((edge) => value >= edge).length;
}

export function bandOf(scale: BandScale, value: number): Band {
  const found = scale.bands[bandIndex(scale, value)];
  if (found === undefined) throw new RangeError('A scale has one band more than edges.');
  return found;
}

/** Position of a value on a scale drawn with bands of equal width, 0..1. */
export function positionOn(scale: BandScale, value: number): number {
  const index = bandIndex(scale, value);
  const from = scale.edges[index - 1] ?? scale.drawn[0];
  const to = scale.edges[index] ?? scale.drawn[1];
  const within = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return (index + within) / scale.bands.length;
}
