// SPDX-License-Identifier: Apache-2.0
/**
 * The order of a study's measurements of one person, written by the researcher. Stored in the browser, and exported as
 * a file.
 */
import { z } from '../schema.ts';
import { words } from '../words.ts';

export const PROTOCOL_LIMITS = {
  maxSteps: 20,
  maxRepetitions: 10,
  maxPauseS: 900,
  maxName: 80,
  maxCondition: 40,
  maxInstruction: 300,
} as const;

/** Conditions for which the app has instructions in the participant's language. A protocol may name others. */
export const CONDITIONS = ['rest', 'talk', 'dim-light', 'side-light', 'after-exercise'] as const;
export type KnownCondition = (typeof CONDITIONS)[number];

export const isKnownCondition = (condition: string): condition is KnownCondition =>
  CONDITIONS.some((known) => known === condition);

const wholeNumber = (least: number, most: number) =>
  z.int().check(z.minimum(least), z.maximum(most));

export const protocolStepSchema = z.strictObject({
  /** Groups the figures: one of {@link CONDITIONS}, or the researcher's own word. */
  condition: words(PROTOCOL_LIMITS.maxCondition),
  /** Instruction to the person; default: the app's text for a known condition. */
  instruction: z.optional(words(PROTOCOL_LIMITS.maxInstruction)),
  /** Before each measurement of the step, s. */
  pauseS: wholeNumber(0, PROTOCOL_LIMITS.maxPauseS),
  /** Measurements of the step. */
  repetitions: wholeNumber(1, PROTOCOL_LIMITS.maxRepetitions),
});

export const protocolSchema = z.strictObject({
  format: z.literal('perfuse-study-protocol'),
  version: z.literal(1),
  name: words(PROTOCOL_LIMITS.maxName),
  /** `random`: the steps in a random order for each session; the measurements of a step stay together. */
  order: z.enum(['fixed', 'random']),
  steps: z.array(protocolStepSchema).check(z.minLength(1), z.maxLength(PROTOCOL_LIMITS.maxSteps)),
});
export type Protocol = z.infer<typeof protocolSchema>;

export const DEFAULT_PROTOCOL: Protocol = {
  format: 'perfuse-study-protocol',
  version: 1,
  name: 'Rest, speech, light, exercise',
  order: 'fixed',
  steps: [
    { condition: 'rest', pauseS: 60, repetitions: 2 },
    { condition: 'talk', pauseS: 30, repetitions: 1 },
    { condition: 'dim-light', pauseS: 30, repetitions: 1 },
    { condition: 'after-exercise', pauseS: 0, repetitions: 2 },
  ],
};

/** One planned measurement of a session. */
export interface PlannedMeasurement {
  readonly condition: string;
  readonly instruction?: string;
  readonly pauseS: number;
  /** 1-based among the measurements of its step. */
  readonly repetition: number;
}

/** @param random 0..1, used for the order `random` alone. @returns the measurements of a session, in their order. */
export function plannedMeasurements(
  { order, steps }: Protocol,
  random: () => number,
): PlannedMeasurement[] {
  const ordered = [...steps];
  if (order === 'random') {
    // Fisher-Yates: every order is equally likely.
    for (let last = ordered.length - 1; last > 0; last -= 1) {
      const other = Math.floor(random() * (last + 1));
      const [one, two] = [ordered[last], ordered[other]];
      if (one === undefined || two === undefined) continue;
      [ordered[last], ordered[other]] = [two, one];
    }
  }
  return ordered.flatMap(({ condition, instruction, pauseS, repetitions }) =>
    Array.from({ length: repetitions }, (_, at) => ({
      condition,
      ...(instruction !== undefined && { instruction }),
      pauseS,
      repetition: at + 1,
    })),
  );
}
