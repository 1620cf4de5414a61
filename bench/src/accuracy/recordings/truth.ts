// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';

const number = z.optional(z.nullable(z.number()));

/** The truth file of a face video: heart rate and breathing per minute, variability in ms; `hr` null: no pulse. */
export const truthSchema = z.object({
  hr: z.nullable(z.number()),
  rr: number,
  sdnn: number,
  rmssd: number,
});

export interface Truth {
  readonly hr: number | null;
  readonly rr: number | null;
  readonly sdnn: number | null;
  readonly rmssd: number | null;
}

/** Missing values are unknown. */
export function truthOf(written: z.infer<typeof truthSchema>): Truth {
  const { hr, rr = null, sdnn = null, rmssd = null } = written;
  return { hr, rr, sdnn, rmssd };
}
