// SPDX-License-Identifier: Apache-2.0
/** Numbers of the specification's section 9 that several components must agree on. */
export const MEASUREMENT = {
  /** Length of the filmed part, s. */
  durationS: 30,
  /** Result chunks of one measurement; the last has index `chunkCount - 1`. */
  chunkCount: 6,
  /** Length of one chunk, s. */
  chunkS: 5,
  /** Number of chunks that the progress shown to the person is out of. */
  progressChunks: 5,
  /** Without a chunk that carries a heart rate for this long, the measurement times out, ms. */
  timeoutMs: 60_000,
  /**
   * Shortest recording that can replace the camera in a measurement, s: the face of the last frame is known only after
   * later frames have been tracked.
   */
  shortestRecordingS: 31,
  /** Frames with a face before the overlay is drawn. */
  minimumFaceFrames: 25,
  /** A measured camera rate above 0 and up to this shows the low-frame-rate banner, frames/s. */
  lowFrameRate: 5,
} as const;

/** Limits of one payload; a decoder refuses more. */
export const PAYLOAD_LIMITS = {
  /** Bytes of one encoded chunk. A 5 s chunk of 30 frames/s and six regions is about 30 kB. */
  maxBytes: 256 * 1024,
  /** Frames of one chunk: 15 s at 60 frames/s. */
  maxFrames: 900,
  /** Seconds of one chunk. A chunk that waited for slow frames may run past 5 s. */
  maxDurationS: 20,
  /** Chunks of one measurement. */
  maxChunks: 64,
  /** Largest amount of a learned pulse, in its own unit. */
  maxLearned: 1e6,
} as const;

/** Limits of one measurement in the analysis service. */
export const ANALYSIS_LIMITS = {
  /** Total filmed time of one measurement, s (DeepAffex: 120). */
  maxDurationS: 120,
  /** How far data may be ahead of real time, s: clocks differ and a reconnect sends a backlog. */
  realTimeSlackS: 30,
  maxSocketsPerToken: 8,
  maxOpenMeasurementsPerToken: 8,
  /** Bytes of one websocket message: a base64 payload plus its envelope. */
  maxFrameBytes: 400 * 1024,
} as const;

/** Largest body of a request with a form or a few fields, bytes. */
export const SMALL_BODY_BYTES = 16 * 1024;

export const PROFILE_LIMITS = {
  ageYears: { min: 18, max: 120 },
  integratorAgeYears: { min: 13, max: 120 },
  heightCm: { min: 50, max: 300 },
  weightKg: { min: 25, max: 300 },
  bmi: { min: 10, max: 65 },
  waistCm: { min: 40, max: 200 },
  /** An entered cuff reading, mmHg; the systolic value must be the higher one. */
  cuffSystolic: { min: 60, max: 260 },
  cuffDiastolic: { min: 30, max: 160 },
} as const;

export const CENTIMETRES_PER_INCH = 2.54;
export const KILOGRAMS_PER_POUND = 0.45359237;
