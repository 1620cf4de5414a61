// SPDX-License-Identifier: Apache-2.0
import type { ChannelValues } from '@perfuse/contract/results/channels';
import type { Evidence } from '@perfuse/contract/results/evidence';

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

/** What the heart rate was read from, for inspection. */
export interface PulseEvidence {
  /** Capture time of each sample of `wave`, ms on the camera's clock. */
  readonly timeMs: Float64Array;
  /** Pulse wave of unit deviation, up is more blood in the skin. */
  readonly wave: Float32Array;
  /** Capture times of the beats (steepest upslope), ms. */
  readonly beatsMs: Float64Array;
  /** Time from each beat to the next, ms; one fewer than beats. */
  readonly intervalsMs: Float64Array;
  /** 1 where an interval counts. */
  readonly accepted: Uint8Array;
  /** Root mean square of successive differences and one standard deviation of it, ms; null where it is not told. */
  readonly rmssdMs: number | null;
  readonly rmssdUncertaintyMs: number | null;
  readonly spectrum: {
    readonly frequencyHz: Float64Array;
    /** Pooled power, sum 1 over the band. */
    readonly power: Float32Array;
    readonly peakHz: number;
  };
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
  /** Null when there is no result, and of a live one. */
  readonly pulse: PulseEvidence | null;
  /**
   * When asked for, of a result that ends its measurement and had enough film to look for a pulse: also of one that was
   * refused.
   */
  readonly evidence?: Evidence;
}
