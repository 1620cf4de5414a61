// SPDX-License-Identifier: Apache-2.0
/** The output of `bench/clients/python/sequence.py`, judged and as a table. */
import { table } from '../table.ts';
import { z } from '@perfuse/contract/schema';

const stepSchema = z.object({
  step: z.string(),
  /** HTTP status of the answer; 0 where the client itself failed. */
  status: z.int(),
  /** Whether it matches the documentation. */
  ok: z.boolean(),
  /** What does not. */
  detail: z.optional(z.string()),
  /** The resulting heart rate, per minute; null where the last result held none. */
  bpm: z.optional(z.nullable(z.number())),
});
export type Step = z.infer<typeof stepSchema>;

/** Allowed deviation of a heart rate from the one that was sent, per minute. */
export const TOLERANCE_BPM = 2;

function parseLine(line: string): Step {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error(`The sequence printed a line that is not a step: ${line.slice(0, 200)}`);
  }
  const parsed = stepSchema.safeParse(value);
  if (!parsed.success) {
    throw new Error(`The sequence printed a line that is not a step: ${line.slice(0, 200)}`);
  }
  return parsed.data;
}

/** @throws Error that quotes the first line that is not a step. */
export const parseSteps = (output: string): readonly Step[] =>
  output
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map(parseLine);

/** The same step, marked as failed when its heart rate is not the known one. */
export function checkHeartRate(knownBpm: number, step: Step): Step {
  const { bpm } = step;
  if (bpm === undefined || !step.ok) return step;
  if (bpm !== null && Math.abs(bpm - knownBpm) <= TOLERANCE_BPM) return step;
  const found = bpm === null ? 'no heart rate' : `${bpm.toFixed(1)} per minute`;
  return { ...step, ok: false, detail: `${found}, sent: ${String(knownBpm)}` };
}

/**
 * Judges the sequence as a whole: one that ended early, or measured nothing, failed even if each of its steps passed.
 * @returns one sentence, or null.
 */
export function missing(steps: readonly Step[], exitCode: number | null): string | null {
  if (steps.length === 0) return 'The sequence ran no steps.';
  if (!steps.some(({ bpm }) => typeof bpm === 'number')) return 'No heart rate was returned.';
  const isEachWell = steps.every(({ ok }) => ok);
  return isEachWell && exitCode !== 0 ? `The sequence exited with ${String(exitCode)}.` : null;
}

const cells = ({ step, status, ok, detail, bpm }: Step): readonly [string, string, string] => [
  step,
  status === 0 ? '-' : String(status),
  [
    ok ? 'ok' : 'NOT',
    ...(typeof bpm === 'number' ? [`${bpm.toFixed(1)} per minute`] : []),
    ...(detail === undefined ? [] : [detail]),
  ].join(', '),
];

/** Step, status, and whether it matches the documentation. */
export const stepTable = (steps: readonly Step[]): string =>
  table(['step', 'status', 'as documented'], steps.map(cells));
