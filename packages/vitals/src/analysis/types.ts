// SPDX-License-Identifier: Apache-2.0
import type { ChannelValues } from '@perfuse/contract/results/channels';
import type { Evidence } from '@perfuse/contract/results/evidence';
import type { Stated } from '../beats/spread.ts';

export interface AnalysisOptions {
  /** Heart rate shown last, per minute: keeps a live display on one of two similar peaks. Omit for a final result. */
  readonly previousHeartRate?: number;
  /**
   * More frames will follow: the result has heart rate and SNR alone. A pulse that is merely not yet certain then has a
   * negative SNR instead of the code for 'no signal', so that no client ends a measurement which the next seconds may
   * settle. A live result that has this code nevertheless ends the measurement, and has every channel.
   */
  readonly live?: boolean;
  /** Also return the evidence of a result that ends its measurement, in its encoded form. */
  readonly evidence?: boolean;
}

export interface Analysis {
  readonly channels: ChannelValues;
  /**
   * Signal-to-noise ratio as shown, dB; without a result one of `SNR_CODES` of `@perfuse/contract/results/signal`,
   * which `isSignalInvalid` distinguishes from a ratio, or below 0 while a live one is not yet certain.
   */
  readonly snrDb: number;
  /** Signal quality, 0..5. */
  readonly stars: number;
  /** Whether it is the last result: not a live one, or a live one that found no signal worth waiting for. */
  readonly ends: boolean;
  /**
   * Root mean square of successive differences of intervals, ms, which has no channel: null for a live result, and
   * where variability is not given.
   */
  readonly rmssd: Stated | null;
  /**
   * When requested, for a result that ends its measurement and had enough film to search for a pulse, including a
   * refused one.
   */
  readonly evidence?: Evidence;
}
