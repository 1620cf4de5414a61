// SPDX-License-Identifier: Apache-2.0
/** From worst to best. */
type BandColour = 'red' | 'light-red' | 'yellow' | 'light-green' | 'green';

/** What a band says in words; the text is `band.<word>`. */
type BandWord =
  'below' | 'within' | 'above' | 'low' | 'best' | 'good' | 'fair' | 'raised' | 'high' | 'poor';

export interface Band {
  readonly colour: BandColour;
  readonly word: BandWord;
}

export interface BandScale {
  /** Between the bands, ascending; an edge belongs to the band above it. */
  readonly edges: readonly number[];
  /** One more than edges. */
  readonly bands: readonly Band[];
  /** Where the drawn scale begins and ends; values beyond sit at its end. */
  readonly drawn: readonly [number, number];
  /** Why these edges mean what they are shown to mean. */
  readonly source: string;
}

const band = (colour: BandColour, word: BandWord): Band => ({ colour, word });

/** A middle range is usual; both sides of it deserve a look. */
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
const HIGHER_IS_BETTER: readonly Band[] = [
  band('red', 'poor'),
  band('light-red', 'low'),
  band('yellow', 'fair'),
  band('light-green', 'good'),
  band('green', 'best'),
];
/** Blood pressure: below the healthy range is yellow. A systolic 120 to 130 counts as elevated, a diastolic 70 to 80 does not. */
const pressure = (secondBest: BandWord): readonly Band[] => [
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

const OWN_RISK = 'Equal steps for comparison; no clinical threshold.';
const WHO_CVD = 'WHO cardiovascular disease risk charts 2019, doi:10.1016/S2214-109X(19)30318-3';
const ACC_AHA = 'ACC/AHA guideline 2017, doi:10.1161/HYP.0000000000000065';

const risk = (edges: readonly number[], source: string, top = 100): BandScale => ({
  edges,
  bands: LOWER_IS_BETTER,
  drawn: [0, top],
  source,
});

/** The bands of the specification's section 9 by metric, with their colours and the medical ground for them. */
export const SCALES = {
  heartRate: {
    edges: [60, 100],
    bands: MIDDLE,
    drawn: [20, 140],
    source: 'American Heart Association: resting adults 60 to 100 a minute, trained people less',
  },
  breathing: {
    edges: [12, 25],
    bands: MIDDLE,
    drawn: [0, 38],
    source: 'Adults at rest breathe 12 to 20 a minute; 25 is a warning sign (NEWS2, RCP 2017)',
  },
  systolic: {
    edges: [90, 120, 130, 140],
    bands: pressure('fair'),
    drawn: [60, 180],
    source: ACC_AHA,
  },
  diastolic: {
    edges: [60, 70, 80, 90],
    bands: pressure('good'),
    drawn: [40, 110],
    source: ACC_AHA,
  },
  heartRateVariability: {
    edges: [10.8, 16.4, 35.5, 51.5],
    bands: HIGHER_IS_BETTER,
    drawn: [0, 80],
    source:
      'Falls with age and strain; short recordings: Nunan 2010, doi:10.1111/j.1540-8159.2010.02841.x',
  },
  cardiacWorkload: {
    edges: [3.8, 3.9, 4.08, 4.18],
    bands: LOWER_IS_BETTER,
    drawn: [3.6, 4.4],
    source: 'Logarithm of heart rate times systolic pressure: less is less work',
  },
  stressIndex: {
    edges: [2, 3, 4, 5],
    bands: LOWER_IS_BETTER,
    drawn: [0, 6],
    source: 'Zones of the Baevsky stress index, doi:10.12710/cardiometry.2017.6676; own scale',
  },
  bodyMassIndex: {
    edges: [18.5, 25, 30, 35],
    bands: BODY,
    drawn: [12, 42],
    source: 'World Health Organization, Technical Report Series 894 (2000)',
  },
  waistToHeight: {
    edges: [43, 53, 58, 63],
    bands: BODY,
    drawn: [30, 75],
    source: 'About half the height is the limit: NICE guideline NG246 (2025)',
  },
  bodyShapeIndex: {
    edges: [7.1, 7.6, 8.6, 9.1],
    bands: LOWER_IS_BETTER,
    drawn: [6.5, 9.8],
    source: 'Krakauer 2012, doi:10.1371/journal.pone.0039504',
  },
  cardiovascularRisk: risk([5, 7.25, 10, 20], WHO_CVD, 40),
  heartAttackRisk: risk([1.65, 2.39, 3.3, 6.6], WHO_CVD, 14),
  strokeRisk: risk([3.3, 4.79, 6.6, 13.2], WHO_CVD, 28),
  hypertensionRisk: risk([20, 40, 60, 80], OWN_RISK),
  diabetesRisk: risk([20, 40, 60, 80], OWN_RISK),
  triglyceridesRisk: risk([20, 40, 60, 80], OWN_RISK),
  cholesterolRisk: risk([20, 40, 60, 80], OWN_RISK),
  hba1cRisk: risk([25, 45, 55, 77.5], OWN_RISK),
  fastingGlucoseRisk: risk([25, 45, 55, 77.5], OWN_RISK),
  fattyLiverRisk: risk([25, 45, 55, 77.5], OWN_RISK),
  overallMetabolicRisk: risk([25, 45, 55, 77.5], OWN_RISK),
  wellnessScore: {
    edges: [20, 40, 60, 80],
    bands: HIGHER_IS_BETTER,
    drawn: [0, 100],
    source: 'Five equal steps of an own composition',
  },
} as const satisfies Record<string, BandScale>;

/** Which band a value falls in, counted from the lowest. */
export function bandIndex(scale: BandScale, value: number): number {
  return scale.edges.filter((edge) => value >= edge).length;
}

export function bandOf(scale: BandScale, value: number): Band {
  const found = scale.bands[bandIndex(scale, value)];
  if (found === undefined) throw new RangeError('A scale has one band more than edges.');
  return found;
}

/** Where a value sits on a scale drawn with bands of equal width, 0..1. */
export function positionOn(scale: BandScale, value: number): number {
  const index = bandIndex(scale, value);
  const from = scale.edges[index - 1] ?? scale.drawn[0];
  const to = scale.edges[index] ?? scale.drawn[1];
  const within = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return (index + within) / scale.bands.length;
}
