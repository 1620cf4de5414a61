// SPDX-License-Identifier: Apache-2.0
import { phantomTraces, type TraceOptions } from '@perfuse/phantom';
import { analyse } from '@perfuse/vitals';

/** A value that the engine gave of one synthetic subject beside the truth. */
export interface Given {
  readonly truth: number;
  /** Null where it was refused. */
  readonly value: number | null;
}

/** Heart rate and breathing per minute, SDNN in ms. */
export interface SubjectReading {
  readonly hr: Given;
  readonly rr: Given;
  readonly sdnn: Given;
}

/** Rates spread over a band, in an order that does not go with any grid's: the golden ratio's multiples. */
const GOLDEN = 0.618_033_988_75;
export const spreadOver = (at: number, from: number, to: number): number =>
  from + (to - from) * ((at * GOLDEN) % 1);

/** Films and reads one subject. */
export function readSubject(options: TraceOptions): SubjectReading {
  const { frames, truth } = phantomTraces(options);
  const { channels } = analyse(frames);
  return {
    hr: { truth: truth.hr, value: channels.HR_BPM?.value ?? null },
    rr: { truth: truth.rr, value: channels.BR_BPM?.value ?? null },
    sdnn: { truth: truth.sdnn, value: channels.HRV_SDNN?.value ?? null },
  };
}
