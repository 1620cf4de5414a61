// SPDX-License-Identifier: Apache-2.0
import { phantomTraces, render, type TraceOptions } from '@perfuse/phantom';
import { analyse } from '@perfuse/vitals';

/** A value that the engine gave for one synthetic subject, and its truth. */
export interface Given {
  readonly truth: number;
  /** Null where it was refused. */
  readonly value: number | null;
  /** The standard deviation that the engine states with the value. */
  readonly deviation: number | null;
  /** Signal-to-noise ratio of the pulse, dB. */
  readonly snr: number;
}

/** Heart rate and breathing per minute, SDNN in ms. */
export interface SubjectReading {
  readonly hr: Given;
  readonly rr: Given;
  readonly sdnn: Given;
}

/** Spreads rates over a band by multiples of the golden ratio, an order that does not correlate with any grid. */
const GOLDEN = 0.618_033_988_75;
export const spreadOver = (at: number, from: number, to: number): number =>
  from + (to - from) * ((at * GOLDEN) % 1);

/** A skin in a well lit room. */
export const indoors = (melanosomes: number, frameRate: number) =>
  render({ skin: { melanosomes }, lux: 300, colourTemperatureK: 5000, frameRate });

/** Films and reads one subject. */
export function readSubject(options: TraceOptions): SubjectReading {
  const { frames, truth } = phantomTraces(options);
  const { channels, snrDb } = analyse(frames);
  const given = (known: number, code: 'HR_BPM' | 'BR_BPM' | 'HRV_SDNN'): Given => {
    const { value = null, uncertainty = null } = channels[code] ?? {};
    return { truth: known, value, deviation: uncertainty, snr: snrDb };
  };
  return {
    hr: given(truth.hr, 'HR_BPM'),
    rr: given(truth.rr, 'BR_BPM'),
    sdnn: given(truth.sdnn, 'HRV_SDNN'),
  };
}
