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

const scale = (
  edges: BandScale['edges'],
  bands: BandScale['bands'],
  drawn: BandScale['drawn'],
  source: BandSource,
): BandScale => ({ edges, bands, drawn, source });

const risk = (
  edges: readonly [number, number, number, number],
  source: BandSource,
  top = 100,
): BandScale => scale(edges, RISK, [0, top], source);

const EQUAL_STEPS = risk([20, 40, 60, 80], 'equal-steps');
const AROUND_THE_MIDDLE = risk([25, 45, 55, 77.5], 'around-the-middle');

/**
 * The only table of bands: the edges of the specification's section 9 by metric, their colours, their medical source.
 */
export const SCALES = {
  // The engine reads rates from 40 to 180.
  heartRate: scale([60, 100], MIDDLE, [40, 180], 'heart-rate'),
  // A recording of thirty seconds can show 6 to 30 breaths a minute.
  breathing: scale([12, 25], MIDDLE, [6, 30], 'breathing'),
  systolic: scale([90, 120, 130, 140], pressure('fair'), [60, 180], 'blood-pressure'),
  diastolic: scale([60, 70, 80, 90], pressure('good'), [40, 110], 'blood-pressure'),
  heartRateVariability: scale(
    [10.8, 16.4, 35.5, 51.5],
    HIGHER_IS_BETTER,
    [0, 80],
    'heart-rate-variability',
  ),
  cardiacWorkload: scale([3.8, 3.9, 4.08, 4.18], LOWER_IS_BETTER, [3.6, 4.4], 'cardiac-workload'),
  stressIndex: scale([2, 3, 4, 5], LOWER_IS_BETTER, [1, 6], 'stress-index'),
  bodyMassIndex: scale([18.5, 25, 30, 35], BODY, [10, 65], 'body-mass-index'),
  waistToHeight: scale([43, 53, 58, 63], BODY, [30, 80], 'waist-to-height'),
  bodyShapeIndex: scale([7.1, 7.6, 8.6, 9.1], LOWER_IS_BETTER, [6.5, 9.8], 'body-shape-index'),
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
  wellnessScore: scale([20, 40, 60, 80], HIGHER_IS_BETTER, [0, 100], 'wellness-score'),
} as const;

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
