// SPDX-License-Identifier: Apache-2.0
/** The fictitious person of the sample measurement. */
import type { Demographics } from '@perfuse/contract/person/demographics';
import type { FaceVideoOptions } from '@perfuse/phantom';

/** Long enough for a measurement and the time before it. */
export const SAMPLE_VIDEO: FaceVideoOptions = {
  bpm: 66,
  breaths: 14,
  sdnn: 40,
  sway: 1,
  seconds: 33,
  seed: 7,
  barcode: false,
};

/** Basis of the estimates. */
export const SAMPLE_PERSON: Demographics = {
  ageYears: 42,
  heightCm: 172,
  weightKg: 70,
  sex: 'female',
  smoker: false,
  diabetes: 'none',
  hypertension: false,
  bloodPressureMedication: false,
};
