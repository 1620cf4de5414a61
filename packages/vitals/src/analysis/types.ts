// SPDX-License-Identifier: Apache-2.0
import type { ChannelValues } from '@perfuse/contract/results/channels';
import type { Evidence } from '@perfuse/contract/results/evidence';
import type { Stated } from '../beats/spread.ts';

export interface AnalysisOptions {
  /** Heart rate shown last, per minute: keeps a live display on one peak of two alike. Leave out for a final result. */
  readonly previousHeartRate?: number;
  /**
   * More frames are still to come: the result has heart rate and SNR alone. A pulse that is only not yet certain then
   * has a negative SNR instead of the code for 'no signal', so that no client ends a measurement which the next seconds
   * may settle. A result that has this code all the same ends the measurement, and has every channel.
   */
  readonly live?: boolean;
  /** Also give what a result that ends its measurement rests on, in the form that travels with it. */
  readonly evidence?: boolean;
}

export interface Analysis {
  readonly channels: ChannelValues;
  /**
   * Signal-to-noise ratio as shown, dB; without a result one of `SNR_CODES`, which `isSignalInvalid` tells from a ratio,
   * or below 0 while a live one is not yet certain.
   */
  readonly snrDb: number;
  /** Signal quality, 0..5. */
  readonly stars: number;
  /** Whether nothing is to come after it: it is not live, or it is and found no signal to wait for. */
  readonly ends: boolean;
  /**
   * Root mean square of the successive differences of intervals, ms, which has no channel: null of a live result, and
   * where the variability is not told.
   */
  readonly rmssd: Stated | null;
  /**
   * When asked for, of a result that ends its measurement and had enough film to look for a pulse: also of one that was
   * refused.
   */
  readonly evidence?: Evidence;
}
