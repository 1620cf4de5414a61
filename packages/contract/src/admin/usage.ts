// SPDX-License-Identifier: Apache-2.0
import { z } from '../schema.ts';

/**
 * Outcomes of measurements. `started` counts all, the others count how they ended: `completed` was analysed to its end,
 * `failed` could not be analysed, `abandoned` got no last chunk or was deleted before its end, as the app does when the
 * person cancels and when it refuses the signal.
 */
export const USAGE_OUTCOMES = ['started', 'completed', 'failed', 'abandoned'] as const;
export type UsageOutcome = (typeof USAGE_OUTCOMES)[number];

const tallies = z.object({
  started: z.int(),
  completed: z.int(),
  failed: z.int(),
  abandoned: z.int(),
});

export const usageQuery = z.object({
  /** Number of days to report, the last one being today. */
  days: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,3}$/)),
      z.pipe(z.transform(Number), z.int().check(z.minimum(1), z.maximum(366))),
    ),
    30,
  ),
});

export const usageAnswer = z.object({
  /** Every day, oldest first, UTC. */
  days: z.array(z.extend(tallies, { day: z.string() })),
  total: tallies,
});
export type Usage = z.infer<typeof usageAnswer>;
