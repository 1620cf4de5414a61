// SPDX-License-Identifier: Apache-2.0
/** The one object that `bench:accuracy --json` prints; described in docs/accuracy/README.md. */
import { z } from '@perfuse/contract/schema';
import { MEASUREMENT_ENDS } from '@perfuse/contract/study/session-file';

/**
 * The kinds of recording. `video`, `trace`: a face with a pulse, filmed or as colour series. `no-pulse`: either without
 * one. `negative`: skin without a usable pulse. `finger`, `waveform`, `beats`: a pulse wave or beats, not a face.
 * `respiration`: a pulse wave or beats with counted breaths; `chest`: the movement of a chest with counted breaths.
 * `segments`: skin whose pulse was counted in segments. `study`: a measurement of a validation study, with a sensor on
 * the body.
 */
export const SETS = [
  'video',
  'trace',
  'no-pulse',
  'negative',
  'finger',
  'waveform',
  'beats',
  'respiration',
  'chest',
  'segments',
  'study',
] as const;
export type SetName = (typeof SETS)[number];

/** The channels with a truth: heart rate and breathing per minute, variability in ms. */
export const QUANTITIES = ['hr', 'rr', 'sdnn', 'rmssd'] as const;
export type Quantity = (typeof QUANTITIES)[number];

const number = z.nullable(z.number());
const readingSchema = z.object({
  /** Null where it is unknown or does not exist. */
  truth: number,
  /** Null where it was refused or withheld. */
  value: number,
  /** The standard deviation that the engine states with the value; null where it states none. */
  deviation: number,
  /** Signal-to-noise ratio of the pulse, dB; -100 where there is no result. */
  snr: z.number(),
});
export type Reading = z.infer<typeof readingSchema>;
const unknownReading: Reading = { truth: null, value: null, deviation: null, snr: -100 };

const methodsSchema = z.object({ green: number, chrom: number, pos: number });
export type Methods<T> = Readonly<Record<'green' | 'chrom' | 'pos', T>>;

/** A rate whose truth was counted in the same window. */
const countedSchema = z.object({
  /** Start of the window in the recording. */
  startS: z.number(),
  /** Counted, per minute. */
  truth: z.number(),
  /** Null where it was withheld. */
  value: number,
  /** The standard deviation that the engine states with the value. */
  deviation: number,
  /** Signal-to-noise ratio of the pulse, dB. */
  snr: z.number(),
});
export type Breath = z.infer<typeof countedSchema>;

const rateSchema = z.extend(countedSchema, { plain: methodsSchema });
export type RateReading = z.infer<typeof rateSchema>;

const windowsSchema = z.object({ lengthS: z.number(), count: z.int(), answered: z.int() });

/**
 * Why there is no reference. `none`: no sensor. `contact`: it did not touch the skin. `doubtful`: it marks its values
 * as doubtful. `gaps`: it was silent for more than a fifth of the filming. `artefacts`: a tenth of its intervals are no
 * heart's. `clock`: its intervals do not match the time in which they arrived.
 */
export const REFERENCE_FAULTS = [
  'none',
  'contact',
  'doubtful',
  'gaps',
  'artefacts',
  'clock',
] as const;
export type ReferenceFault = (typeof REFERENCE_FAULTS)[number];

/** `intervals`: from R peak to R peak. `rate`: the mean of the rates that a strap reports, which are averages. */
export const REFERENCE_SOURCES = ['intervals', 'rate', 'oximeter'] as const;
export type ReferenceSource = (typeof REFERENCE_SOURCES)[number];

const studySchema = z.object({
  participant: z.string(),
  session: z.string(),
  /** Version of the app. */
  app: z.string(),
  /** The name that the sensor reports; null where none was connected. */
  sensor: z.nullable(z.string()),
  /** The name and picture size that the camera's driver reports; null where it reports nothing. */
  camera: z.nullable(z.string()),
  /** Monk Skin Tone, 1..10; null when not disclosed. */
  skinTone: z.nullable(z.int()),
  condition: z.string(),
  repetition: z.int(),
  end: z.enum(MEASUREMENT_ENDS),
  /** Heart rate that the app gave; it should equal the one computed here. */
  stated: number,
  /** Where the reference comes from; null where there is none, for the reason in `fault`. */
  source: z.nullable(z.enum(REFERENCE_SOURCES)),
  fault: z.nullable(z.enum(REFERENCE_FAULTS)),
  /** How far the reference depends on the sensor's unknown latency of 0 to 3 s, per minute. */
  spread: number,
});
export type StudyFacts = z.infer<typeof studySchema>;

export const recordingSchema = z.object({
  /** File name without its extension; prefixed with the folder where two would be equal. */
  name: z.string(),
  set: z.enum(SETS),
  /** The group stated in the recording, else its folder. */
  group: z.string(),
  seconds: z.number(),
  snr: z.number(),
  /** Why there is no heart rate; null when there is one. */
  reason: z.nullable(z.string()),
  hr: readingSchema,
  rr: readingSchema,
  sdnn: readingSchema,
  rmssd: readingSchema,
  /** Mental stress index; null where it was withheld. It has no truth. */
  stress: number,
  /** Heart rate by the plain methods on the skin that the engine read and, in traces, on the face box. */
  plain: z.object({ skin: z.nullable(methodsSchema), box: z.nullable(methodsSchema) }),
  /** For recordings without a usable pulse: number of windows that were given a heart rate. */
  windows: z.array(windowsSchema),
  /** Mean absolute error of the inter-beat intervals, ms; null where there is no beat-to-beat truth. */
  intervalErrorMs: number,
  /** Errors of the heart rate in windows of 30 s, per minute; for finger recordings. */
  windowErrors: z.array(z.number()),
  /** For recordings with counted breaths: breathing per minute, window by window. */
  breathing: z.array(countedSchema),
  /** For recordings whose pulse was counted in segments: heart rate per minute, window by window. */
  rates: z.array(rateSchema),
  /** For measurements of a study. */
  study: z.nullable(studySchema),
});
export type RecordingResult = z.infer<typeof recordingSchema>;

/** The results for a recording, without its name and kind. */
export type RecordingFigures = Omit<RecordingResult, 'name' | 'group' | 'set'>;

/** The figures of a recording that gave no values. */
export const noFigures: RecordingFigures = {
  seconds: 0,
  snr: -100,
  reason: null,
  hr: unknownReading,
  rr: unknownReading,
  sdnn: unknownReading,
  rmssd: unknownReading,
  stress: null,
  plain: { skin: null, box: null },
  windows: [],
  intervalErrorMs: null,
  windowErrors: [],
  breathing: [],
  rates: [],
  study: null,
};

const agreementSchema = z.object({
  /** Number of recordings with a truth, and how many of them were given a value. */
  known: z.int(),
  n: z.int(),
  /** Mean and median absolute error. */
  mae: number,
  median: number,
  rmse: number,
  /** Mean of value minus truth. */
  bias: number,
  /**
   * Bias minus and plus 1.96 sample deviations of the errors (Bland and Altman 1986,
   * doi:10.1016/S0140-6736(86)90837-8).
   */
  lowerLimit: number,
  upperLimit: number,
  /** Pearson's correlation of values and truths. */
  r: number,
  /** Largest absolute error. */
  worst: number,
});
export type Agreement = z.infer<typeof agreementSchema>;

const plainAgreementSchema = z.object({
  green: agreementSchema,
  chrom: agreementSchema,
  pos: agreementSchema,
});

const breathingSchema = z.object({
  windows: z.int(),
  answered: z.int(),
  /** Mean absolute error of the values given, per minute. */
  mae: number,
  /** Shares (0..1) of the values given with an error within 2 a minute, and within one and two stated deviations. */
  within2: number,
  withinOne: number,
  withinTwo: number,
  /** Mean absolute error of always guessing 18. */
  always18: number,
});
export type BreathingFigures = z.infer<typeof breathingSchema>;

const errorsSchema = z.object({
  answered: z.int(),
  /** Mean and largest absolute error of the values given, per minute. */
  mae: number,
  worst: number,
  /** Values given that are off by more than 5 a minute. */
  wrong: z.int(),
});
const rateFiguresSchema = z.extend(errorsSchema, {
  windows: z.int(),
  plain: z.object({ green: errorsSchema, chrom: errorsSchema, pos: errorsSchema }),
});
export type RateFigures = z.infer<typeof rateFiguresSchema>;

const setSchema = z.object({
  recordings: z.int(),
  /** Recordings without a heart rate, and their share (0..1; null without recordings). */
  refused: z.int(),
  refusedShare: number,
  /** Heart rates given that are off by more than 5 a minute. */
  wrongAndConfident: z.int(),
  hr: agreementSchema,
  rr: agreementSchema,
  sdnn: agreementSchema,
  rmssd: agreementSchema,
  plain: z.object({ skin: plainAgreementSchema, box: plainAgreementSchema }),
  intervalErrorMs: number,
  /** For sets with counted breaths, else null. */
  breathing: z.nullable(breathingSchema),
  /** For sets whose pulse was counted in segments, else null. */
  rates: z.nullable(rateFiguresSchema),
});
export type SetSummary = z.infer<typeof setSchema>;

export const targetSchema = z.object({
  what: z.string(),
  unit: z.string(),
  found: z.number(),
  limit: z.number(),
  met: z.boolean(),
});
export type Target = z.infer<typeof targetSchema>;

const calibrationSchema = z.object({
  quantity: z.enum(['hr', 'rr', 'sdnn']),
  /** Band of the signal-to-noise ratio. */
  band: z.string(),
  n: z.int(),
  /** Shares (0..1) of the errors within one and two stated deviations. */
  withinOne: z.number(),
  withinTwo: z.number(),
  /** Mean stated deviation, and the root mean square of the errors. */
  stated: z.number(),
  rmse: z.number(),
});
export type CalibrationRow = z.infer<typeof calibrationSchema>;

const usefulnessSchema = z.object({
  /** `readable`: faces whose rate the engine or a plain method finds within 3 a minute. */
  people: z.enum(['readable', 'all']),
  n: z.int(),
  /** Number of them that were given the value. */
  hr: z.int(),
  rr: z.int(),
  sdnn: z.int(),
  stress: z.int(),
});
export type Usefulness = z.infer<typeof usefulnessSchema>;

const shareSchema = z.object({
  /** Out of `of`. */
  n: z.int(),
  of: z.int(),
  /** 95 % interval of the share (0..1; Wilson 1927, doi:10.1080/01621459.1927.10502953); null when `of` is 0. */
  from: number,
  to: number,
});
export type Share = z.infer<typeof shareSchema>;

const studyFiguresSchema = z.object({
  people: z.int(),
  /** Those that ended in an answer or a refusal. */
  measurements: z.int(),
  /** With a heart rate. */
  answered: shareSchema,
  /** With a heart rate and a reference: the basis of the figures below. */
  compared: z.int(),
  mae: number,
  /** Root mean square of the errors, which standards call A_rms. */
  rmse: number,
  bias: number,
  /** 95 % interval of the bias, each person counting once; null with fewer than four people. */
  biasFrom: number,
  biasTo: number,
  /** 95 % limits of agreement with several measurements a person (Bland and Altman 2007, doi:10.1080/10543400701329422). */
  lowerLimit: number,
  upperLimit: number,
  /** Within 3 a minute, and within 5 a minute or 10 %, whichever is more. */
  within3: shareSchema,
  within10: shareSchema,
  /** Off by more than 5 a minute. */
  wrong: z.int(),
  /** Errors within one and two of the deviations that the engine states with the values. */
  withinOne: shareSchema,
  withinTwo: shareSchema,
});
export type StudyFigures = z.infer<typeof studyFiguresSchema>;

const studySummarySchema = z.object({
  sessions: z.int(),
  /** Equipment of the recordings, each listed once. */
  recordedWith: z.object({
    apps: z.array(z.string()),
    sensors: z.array(z.string()),
    cameras: z.array(z.string()),
  }),
  /** Started but not finished; excluded from all figures. */
  cancelled: z.int(),
  failed: z.int(),
  /** Of those answered, why there was no reference. */
  faults: z.partialRecord(z.enum(REFERENCE_FAULTS), z.int()),
  /** Heart rates where the app and the bench differ by more than 0.1 a minute. */
  differs: z.int(),
  /** Largest spread of a reference over the latencies tried, per minute. */
  spread: number,
  all: studyFiguresSchema,
  byTone: z.array(z.object({ tone: z.nullable(z.int()), figures: studyFiguresSchema })),
  byCondition: z.array(z.object({ condition: z.string(), figures: studyFiguresSchema })),
  bySource: z.array(z.object({ source: z.enum(REFERENCE_SOURCES), figures: studyFiguresSchema })),
});
export type StudySummary = z.infer<typeof studySummarySchema>;

const failureSchema = z.object({ name: z.string(), reason: z.string() });
export type Failure = z.infer<typeof failureSchema>;

export const reportSchema = z.object({
  recordings: z.array(recordingSchema),
  summary: z.object({
    /** Faces with a pulse: videos and traces. */
    overall: setSchema,
    sets: z.partialRecord(z.enum(SETS), setSchema),
    /** Number of clips without a pulse, and how many of them were given a heart rate. */
    noPulse: z.object({ clips: z.int(), answered: z.int() }),
    /** Windows of recordings without a usable pulse, by length. */
    negatives: z.array(windowsSchema),
    /** Calibration of the stated deviations, over all recordings with a truth. */
    calibration: z.array(calibrationSchema),
    /** Number of people with a pulse who are shown each value. */
    usefulness: z.array(usefulnessSchema),
    /** The targets of the engine, for the sets that were present. */
    targets: z.array(targetSchema),
    /** For the study's sessions, else null. */
    study: z.nullable(studySummarySchema),
    /** Files that could not be read. */
    failed: z.array(failureSchema),
  }),
});
export type AccuracyReport = z.infer<typeof reportSchema>;
