// SPDX-License-Identifier: Apache-2.0
/** Agreement of a study's heart rates with its sensors, over people with several measurements each. */
import { WRONG } from './wrong.ts';
import {
  REFERENCE_FAULTS,
  REFERENCE_SOURCES,
  type RecordingResult,
  type Share,
  type StudyFacts,
  type StudyFigures,
  type StudySummary,
} from './report.ts';
import { finite, mean, sampleDeviation } from './statistics.ts';

interface Measured {
  readonly facts: StudyFacts;
  readonly hr: RecordingResult['hr'];
}

const NORMAL_95 = 1.96;
/** Cleared camera apps have to give a pulse rate within this of the reference, per minute. */
const CLOSE = 3;
/** ANSI/AAMI EC13 allows a heart rate meter 10 % or 5 a minute, whichever is more. */
const METER = { share: 0.1, perMinute: 5 } as const;
const MIN_PEOPLE = 4;
/** Sensors append it to their names; it identifies the device, and the page may be published. */
const SERIAL_NUMBER = /[\s:_-]*\b(?=\w*\d)[\dA-F]{6,}$/i;
/** The app writes its results with four digits. */
const SAME = 0.1;

/** Started but not finished: excluded from all figures. */
export const isBroken = ({ study }: RecordingResult): boolean =>
  study !== null && (study.end === 'cancelled' || study.end === 'failed');

/** Wilson's interval of a share (1927, doi:10.1080/01621459.1927.10502953). */
export function shareOf(n: number, of: number): Share {
  if (of === 0) return { n, of, from: null, to: null };
  const p = n / of;
  const square = NORMAL_95 ** 2;
  const centre = (p + square / (2 * of)) / (1 + square / of);
  const half =
    (NORMAL_95 / (1 + square / of)) * Math.sqrt((p * (1 - p)) / of + square / (4 * of * of));
  return { n, of, from: Math.max(0, centre - half), to: Math.min(1, centre + half) };
}

/** The 97.5 % quantile of Student's distribution: Cornish and Fisher's expansion, within 1 % from 3 degrees on. */
export function studentQuantile(degrees: number): number {
  const z = NORMAL_95;
  return (
    z +
    (z ** 3 + z) / (4 * degrees) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * degrees ** 3)
  );
}

/** The errors of each person. */
type Errors = readonly (readonly number[])[];

/**
 * The standard deviation of a difference between methods where people were measured several times and the true value
 * changes in between: the sum of the variances between and within people (Bland and Altman 2007, section 3;
 * doi:10.1080/10543400701329422). With one measurement each: the ordinary sample deviation.
 */
export function differenceDeviation(people: Errors): number {
  const all = people.flat();
  const groups = people.length;
  if (all.length < 2) return Number.NaN;
  if (groups < 2 || all.length === groups) return sampleDeviation(all);
  const centre = mean(all);
  const within =
    people.reduce(
      (sum, one) => sum + one.reduce((inner, error) => inner + (error - mean(one)) ** 2, 0),
      0,
    ) /
    (all.length - groups);
  const between =
    people.reduce((sum, one) => sum + one.length * (mean(one) - centre) ** 2, 0) / (groups - 1);
  const squares = people.reduce((sum, one) => sum + one.length ** 2, 0);
  const each = (all.length ** 2 - squares) / ((groups - 1) * all.length);
  return Math.sqrt(Math.max(0, (between - within) / each) + within);
}

function biasInterval(people: Errors): { biasFrom: number | null; biasTo: number | null } {
  if (people.length < MIN_PEOPLE) return { biasFrom: null, biasTo: null };
  const means = people.map(mean);
  const half =
    (studentQuantile(means.length - 1) * sampleDeviation(means)) / Math.sqrt(means.length);
  return { biasFrom: mean(means) - half, biasTo: mean(means) + half };
}

function figuresOf(some: readonly Measured[]): StudyFigures {
  const compared = some.flatMap(({ facts, hr: { truth, value, deviation } }) =>
    truth === null || value === null
      ? []
      : [{ person: facts.participant, truth, error: value - truth, deviation }],
  );
  const errors = compared.map(({ error }) => error);
  const sizes = errors.map(Math.abs);
  const names = [...new Set(compared.map(({ person }) => person))];
  const people = names.map((name) =>
    compared.filter(({ person }) => person === name).map(({ error }) => error),
  );
  const bias = mean(errors);
  const spread = NORMAL_95 * differenceDeviation(people);
  const count = (holds: (one: (typeof compared)[number]) => boolean): Share =>
    shareOf(compared.filter(holds).length, compared.length);
  const told = compared.flatMap(({ error, deviation }) =>
    deviation === null ? [] : [{ size: Math.abs(error), deviation }],
  );
  const within = (deviations: number): Share =>
    shareOf(
      told.filter(({ size, deviation }) => size <= deviations * deviation).length,
      told.length,
    );
  return {
    people: new Set(some.map(({ facts }) => facts.participant)).size,
    measurements: some.length,
    answered: shareOf(some.filter(({ hr }) => hr.value !== null).length, some.length),
    compared: compared.length,
    mae: finite(mean(sizes)),
    rmse: finite(Math.sqrt(mean(errors.map((error) => error * error)))),
    bias: finite(bias),
    ...biasInterval(people),
    lowerLimit: finite(bias - spread),
    upperLimit: finite(bias + spread),
    within3: count(({ error }) => Math.abs(error) <= CLOSE),
    within10: count(
      ({ error, truth }) => Math.abs(error) <= Math.max(METER.perMinute, METER.share * truth),
    ),
    wrong: sizes.filter((size) => size > WRONG).length,
    withinOne: within(1),
    withinTwo: within(2),
  };
}

/** Null without a session. */
export function summariseStudy(results: readonly RecordingResult[]): StudySummary | null {
  const all = results.flatMap((one) =>
    one.study === null ? [] : [{ facts: one.study, hr: one.hr, isBroken: isBroken(one) }],
  );
  if (all.length === 0) return null;
  const whole = all.filter((one) => !one.isBroken);
  const answered = whole.filter(({ hr }) => hr.value !== null);
  const of = (holds: (facts: StudyFacts) => boolean): StudyFigures =>
    figuresOf(whole.filter(({ facts }) => holds(facts)));
  const ended = (end: StudyFacts['end']): number =>
    all.filter(({ facts }) => facts.end === end).length;
  const tones = [...new Set(whole.map(({ facts }) => facts.skinTone))].sort(
    (one, other) => (one ?? Number.POSITIVE_INFINITY) - (other ?? Number.POSITIVE_INFINITY),
  );
  const conditions = [...new Set(whole.map(({ facts }) => facts.condition))];
  const sources = REFERENCE_SOURCES.filter((source) =>
    whole.some(({ facts }) => facts.source === source),
  );
  const distinct = (pick: (facts: StudyFacts) => string | null): string[] =>
    [...new Set(all.flatMap(({ facts }) => pick(facts) ?? []))].sort();
  return {
    recordedWith: {
      apps: distinct(({ app }) => app),
      sensors: distinct(({ sensor }) => sensor?.replace(SERIAL_NUMBER, '') ?? null),
      cameras: distinct(({ camera }) => camera),
    },
    sessions: new Set(all.map(({ facts }) => facts.session)).size,
    cancelled: ended('cancelled'),
    failed: ended('failed'),
    faults: Object.fromEntries(
      REFERENCE_FAULTS.map(
        (fault) => [fault, answered.filter(({ facts }) => facts.fault === fault).length] as const,
      ).filter(([, n]) => n > 0),
    ),
    differs: answered.filter(
      ({ facts: { stated }, hr }) =>
        stated === null || Math.abs(stated - (hr.value ?? stated)) > SAME,
    ).length,
    spread: finite(Math.max(...whole.flatMap(({ facts }) => facts.spread ?? []))),
    all: figuresOf(whole),
    byTone: tones.map((tone) => ({ tone, figures: of(({ skinTone }) => skinTone === tone) })),
    byCondition: conditions.map((condition) => ({
      condition,
      figures: of((facts) => facts.condition === condition),
    })),
    bySource: sources.map((source) => ({
      source,
      figures: of((facts) => facts.source === source),
    })),
  };
}
