// SPDX-License-Identifier: Apache-2.0
/** The person of the sample measurement, whom nobody is. */
import type { Demographics } from '@perfuse/contract/person/demographics';
import type { FaceVideoOptions } from '@perfuse/phantom';

/** Long enough for a measurement and the moment before it. */
export const SAMPLE_VIDEO: FaceVideoOptions = {
  bpm: 66,
  breaths: 14,
  sdnn: 40,
  sway: 1,
  seconds: 33,
  seed: 7,
  barcode: false,
};

/** What the estimates rest on. */
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
