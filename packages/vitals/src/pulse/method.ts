// SPDX-License-Identifier: Apache-2.0
import type { SignalSourceId } from '@perfuse/contract/results/sources';
import type { ColourTrace } from '../frames/recording.ts';

/** Frequencies in which a pulse is searched, Hz. */
export interface Band {
  readonly lowHz: number;
  readonly highHz: number;
}

/**
 * A method to extract a blood-volume pulse from skin colour. The result rises when blood fills the skin (skin gets
 * darker), lies inside the band and has the trace's length; its scale does not matter. A learned method can be another
 * implementation.
 */
export interface PulseMethod {
  /** Part of a result's `source`, for which the app cites the publication. */
  readonly id: SignalSourceId;
  extract(colour: ColourTrace, rate: number, band: Band): Float64Array;
}
