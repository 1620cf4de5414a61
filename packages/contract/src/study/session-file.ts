// SPDX-License-Identifier: Apache-2.0
/**
 * One session of a validation study, as the app exports it and `npm run bench:accuracy` reads it: the reference
 * sensor's values, and the input of the camera's measurement. Numbers only, no image. docs/guides/validate.md
 */
import { PAYLOAD_LIMITS } from '../limits.ts';
import { z } from '../schema.ts';
import { PROTOCOL_LIMITS, protocolSchema } from './protocol.ts';

export const SESSION_LIMITS = {
  maxMeasurements: 400,
  /** Notifications of a sensor during one measurement. */
  maxSamples: 4000,
  /** A notification of 512 bytes, the maximum of Bluetooth, holds fewer. */
  maxIntervals: 256,
  maxEvents: 200,
  maxParticipant: 40,
} as const;

const text = (most: number) => z.string().check(z.maxLength(most));
const finite = z.number().check(z.refine((value: number) => Number.isFinite(value)));
const time = finite.check(z.nonnegative());
const count = z.int().check(z.nonnegative());

/** Monk Skin Tone scale (Ellis Monk, 2022): 1 is the lightest, 10 the darkest. */
export const MONK_TONES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const monkToneSchema = z.int().check(z.minimum(1), z.maximum(10));

/** A participant's code, chosen by the researcher: no spaces or @, which excludes full names and email addresses. */
export const participantSchema = z
  .string()
  .check(z.regex(/^[\w-]+$/), z.maxLength(SESSION_LIMITS.maxParticipant));

/**
 * Times are milliseconds since 1970 on the page's monotonic clock (performance.timeOrigin + performance.now()): one
 * clock for the sensor and for the camera while the page is open.
 */
export const sensorSampleSchema = z.object({
  /** When the notification arrived. */
  atMs: time,
  /** Heart or pulse rate per minute as the sensor reports it; null if it has none. */
  bpm: z.nullable(finite.check(z.nonnegative(), z.maximum(65_535))),
  contact: z.enum(['unknown', 'off', 'on']),
  /** Intervals between beats, oldest first, ms. */
  intervalsMs: z
    .array(finite.check(z.nonnegative(), z.maximum(64_000)))
    .check(z.maxLength(SESSION_LIMITS.maxIntervals)),
  /** Oxygen saturation, %; of oximeters. */
  spo2: z.optional(z.nullable(finite)),
  /** The sensor itself marks the value as unreliable. */
  isDoubtful: z.optional(z.boolean()),
});
export type SensorSample = Readonly<z.infer<typeof sensorSampleSchema>>;

export const SENSOR_KINDS = ['heart-rate', 'oximeter'] as const;
export type SensorKind = (typeof SENSOR_KINDS)[number];

const sensorEventSchema = z.object({ atMs: time, what: z.enum(['connected', 'lost']) });
export type SensorEvent = Readonly<z.infer<typeof sensorEventSchema>>;

/** Output of the reference sensor from shortly before a measurement until shortly after it. */
export const sensorTraceSchema = z.object({
  kind: z.enum(SENSOR_KINDS),
  /** The name that the sensor reports. */
  name: text(120),
  samples: z.array(sensorSampleSchema).check(z.maxLength(SESSION_LIMITS.maxSamples)),
  events: z.array(sensorEventSchema).check(z.maxLength(SESSION_LIMITS.maxEvents)),
});

const base64 = z
  .string()
  .check(
    z.regex(/^[A-Za-z0-9+/]*={0,2}$/),
    z.maxLength(4 * Math.ceil(PAYLOAD_LIMITS.maxBytes / 3)),
  );

export const recordedChunkSchema = z.object({
  index: count,
  /** Capture times of its first and last frame on the camera's clock, ms. Only differences mean anything. */
  startMs: finite,
  endMs: finite,
  /** When the page received it: later than the capture of its last frame by the duration of tracking. */
  arrivedMs: time,
  frames: count,
  dropped: count,
  /** The payload that a measurement sends to the analysis (docs/reference/payload.md), base64. */
  payload: base64,
});
export type RecordedStudyChunk = Readonly<z.infer<typeof recordedChunkSchema>>;

/** The camera driver's data about the picture. */
export const cameraFactsSchema = z.object({
  label: text(200),
  width: z.nullable(finite),
  height: z.nullable(finite),
  framesPerS: z.nullable(finite),
});
export type CameraFacts = Readonly<z.infer<typeof cameraFactsSchema>>;

/** The app's results on the device, for comparison with the bench's recomputation. */
const statedSchema = z.object({
  hr: z.nullable(finite),
  uncertainty: z.nullable(finite),
  snr: z.nullable(finite),
});

/**
 * `answered`: with a heart rate. `refused`: recorded to its end, without one. `cancelled`: by a person. `failed`: for
 * another reason. The last two only count towards their number.
 */
export const MEASUREMENT_ENDS = ['answered', 'refused', 'cancelled', 'failed'] as const;
export type MeasurementEnd = (typeof MEASUREMENT_ENDS)[number];

export const studyMeasurementSchema = z.object({
  /** Index in the session's plan, 0-based. A repetition after a failure has the same. */
  planned: count,
  condition: text(PROTOCOL_LIMITS.maxCondition),
  repetition: count,
  startedMs: time,
  end: z.enum(MEASUREMENT_ENDS),
  /** Why it failed, a code of the catalogue of failures; null if it did not. */
  failure: z.nullable(text(60)),
  camera: z.nullable(cameraFactsSchema),
  chunks: z.array(recordedChunkSchema).check(z.maxLength(PAYLOAD_LIMITS.maxChunks)),
  /** Null if none was connected. */
  sensor: z.nullable(sensorTraceSchema),
  stated: statedSchema,
});
export type StudyMeasurement = Readonly<z.infer<typeof studyMeasurementSchema>>;

export const deviceFactsSchema = z.object({
  userAgent: text(500),
  language: text(40),
  /** Logical processors. */
  processors: z.nullable(count),
  screen: z.object({ width: finite, height: finite, pixelRatio: finite }),
});

export const studySessionSchema = z.object({
  format: z.literal('perfuse-study-session'),
  version: z.literal(1),
  id: z.string().check(z.regex(/^[\da-f-]{36}$/)),
  participant: participantSchema,
  startedMs: time,
  /** Version of the app. */
  app: text(40),
  /** When the person consented, and the language of the text. */
  consent: z.object({ atMs: time, language: text(20) }),
  /** Chosen by the person; null: prefers not to say. */
  skinTone: z.nullable(monkToneSchema),
  device: deviceFactsSchema,
  protocol: protocolSchema,
  /** Conditions in the order of this session. */
  plan: z
    .array(
      z.object({
        condition: text(PROTOCOL_LIMITS.maxCondition),
        instruction: z.optional(text(PROTOCOL_LIMITS.maxInstruction)),
        pauseS: count,
        repetition: count,
      }),
    )
    .check(z.maxLength(PROTOCOL_LIMITS.maxSteps * PROTOCOL_LIMITS.maxRepetitions)),
  measurements: z.array(studyMeasurementSchema).check(z.maxLength(SESSION_LIMITS.maxMeasurements)),
});
export type StudySession = Readonly<z.infer<typeof studySessionSchema>>;
