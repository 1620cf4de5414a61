// SPDX-License-Identifier: Apache-2.0
/** Hearts whose rate changes during filming, in good light without a codec. */
import type { TraceOptions } from '@perfuse/phantom';
import { SKINS } from './grid.ts';
import { indoors, readSubject, spreadOver, type SubjectReading } from './read-subject.ts';

interface Course {
  readonly text: string;
  /** Starting rates of the course, per minute. */
  readonly fromBpm: readonly [least: number, most: number];
  readonly course: NonNullable<TraceOptions['course']>;
}

export const COURSES = [
  { text: 'steady', fromBpm: [55, 115], course: { kind: 'steady' } },
  { text: 'rises by 25', fromBpm: [55, 100], course: { kind: 'ramp', by: 25, overS: 30 } },
  { text: 'falls by 25', fromBpm: [80, 125], course: { kind: 'ramp', by: -25, overS: 30 } },
  {
    text: 'dips by 18 for 16 s',
    fromBpm: [70, 110],
    course: { kind: 'dip', by: 18, atS: 15, widthS: 16 },
  },
  {
    text: 'recovers from 40 more',
    fromBpm: [65, 95],
    course: { kind: 'recovery', by: 40, halfLifeS: 25 },
  },
] as const satisfies readonly Course[];

const REPEATS = 5;

export interface MovingOutcome extends SubjectReading {
  readonly course: (typeof COURSES)[number];
  readonly skin: (typeof SKINS)[number];
}

/** One subject on one course. @param at the subject's number; reproducible between runs. */
export function tryCourse(
  course: MovingOutcome['course'],
  skin: MovingOutcome['skin'],
  at: number,
): MovingOutcome {
  const [least, most] = course.fromBpm;
  const rendering = indoors(skin.melanosomes, 30);
  const reading = readSubject({
    ...{ rendering, seed: 30_000 + at, sway: 0.01, jitter: 1, course: course.course },
    ...{ sdnn: 30, breathSpread: 0.1 },
    bpm: spreadOver(at, least, most),
    breaths: spreadOver(at * 7 + 3, 9, 22),
  });
  return { course, skin, ...reading };
}

/** Every course on every skin. */
export function movingRateStudy(): MovingOutcome[] {
  let at = 0;
  return COURSES.flatMap((course) =>
    SKINS.flatMap((skin) =>
      Array.from({ length: REPEATS }, () => {
        at += 1;
        return tryCourse(course, skin, at);
      }),
    ),
  );
}
