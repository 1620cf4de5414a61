// SPDX-License-Identifier: Apache-2.0
import type { BreathingSeries } from './series.ts';

type Weights = BreathingSeries['weights'];

/** What each series of a pulse says about the breath. */
export interface PulseWeights {
  /** Intervals of single beats. */
  readonly intervals: Weights;
  /** Phase of the wave, whose differences are its rate. */
  readonly phase: Weights;
  /** Amplitude of the wave. */
  readonly amplitude: Weights;
  /** Mean level of each beat. */
  readonly levels: Weights;
  readonly baseline: Weights;
  /** Width of each beat. */
  readonly widths: Weights;
}

/**
 * Weights of the head, which also moves by itself: for 24 faces its highest peak was within 2 of the breath in 8,
 * compared with 4 by chance and 16 for the amplitude of the pulse.
 */
export const HEAD_WEIGHTS: Weights = { plain: 1.5 };

/** Weights of shoulders and chest, which move with the breath alone. @param confidence of their tracking, 0..1. */
export function chestWeights(confidence: number): Weights {
  return { plain: 3 * confidence, differenced: 3 * confidence };
}

/**
 * Weights for a pulse seen by a camera, whose level follows the light more than the breath, and whose single beats can
 * hardly be timed. Fitted on synthetic subjects and adjusted on faces (docs/accuracy).
 */
export const CAMERA_WEIGHTS: PulseWeights = {
  intervals: { plain: 0.6, differenced: 0.6 },
  phase: { plain: 2.25, differenced: 2.25 },
  amplitude: { plain: 1.2 },
  levels: {},
  baseline: { plain: 0.3, differenced: 0.3 },
  widths: { plain: 0.2 },
};

/** Weights for a pulse from a contact sensor, fitted on windows with counted breaths (docs/accuracy). */
export const CONTACT_WEIGHTS: PulseWeights = {
  intervals: { plain: 0.8, differenced: 0.8 },
  phase: { plain: 0.3, differenced: 0.8 },
  amplitude: { plain: 0.1 },
  levels: { plain: 1, differenced: 1 },
  baseline: { plain: 1, differenced: 1 },
  widths: { plain: 0.6 },
};
