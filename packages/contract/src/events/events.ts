// SPDX-License-Identifier: Apache-2.0
/** Events that the app reports to an integrator's events webhook (specification, section 8). */
import { fieldErrors, fieldErrorsSchema, type FieldErrors } from '../field-errors.ts';
import { accepted, refused, type Outcome } from '../outcome.ts';
import { z } from '../schema.ts';
import { parseUntrusted } from '../untrusted.ts';

export const SEVERITIES = ['INFO', 'WARN', 'ERROR'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Every event with its severity. */
export const REMOTE_EVENTS = {
  WMS_LOADED: 'INFO',
  CONFIGURATION_LOADED: 'INFO',
  CAMERA_PERMISSION_GRANTED: 'INFO',
  CAMERA_PERMISSION_DENIED: 'WARN',
  CAMERA_STARTED: 'INFO',
  MEASUREMENT_STARTED: 'INFO',
  CREATED: 'INFO',
  CANCELED: 'WARN',
  INTERMEDIATE_RESULTS: 'INFO',
  SCAN_COMPLETED: 'INFO',
  RESULTS_RECEIVED: 'INFO',
  REDIRECTING_TO_CALLBACK: 'INFO',
  CONSTRAINT_VIOLATION: 'WARN',
  PAGE_UNLOADED: 'INFO',
  WEBSOCKET_DISCONNECTED: 'WARN',
  WEBSOCKET_RECONNECTED: 'INFO',
  WEBSOCKET_RECONNECTION_FAILED: 'ERROR',
  API_ERROR: 'ERROR',
  PAGE_VISIBILITY_CHANGE: 'INFO',
  GENERAL_ERROR: 'ERROR',
  LOW_SNR: 'WARN',
  FAILED_INIT_BLOOD_FLOW: 'ERROR',
} as const satisfies Record<string, Severity>;
export type RemoteEventName = keyof typeof REMOTE_EVENTS;

export const EVENT_LIMITS = {
  /** Events per request. */
  perRequest: 50,
  /** Stored events per launch, the newest; a measurement produces about twenty. */
  perSession: 2000,
  /** Characters of a text in a payload. */
  textLength: 200,
  /** Fields of a payload. */
  fields: 12,
  /** Bytes per request. */
  bodyBytes: 48 * 1024,
} as const;

const EVENT_NAMES = Object.keys(REMOTE_EVENTS) as [RemoteEventName, ...RemoteEventName[]];

/** Flat and small: an event reports what happened, not what was measured. */
const payloadSchema = z
  .record(
    z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,39}$/)),
    z.union([
      z.string().check(z.maxLength(EVENT_LIMITS.textLength)),
      z.number(),
      z.boolean(),
      z.null(),
    ]),
  )
  .check(
    z.refine((payload) => Object.keys(payload).length <= EVENT_LIMITS.fields, {
      error: `holds at most ${String(EVENT_LIMITS.fields)} fields`,
    }),
  );
export type EventPayload = z.infer<typeof payloadSchema>;

export const remoteEventSchema = z.object({
  /** When it happened, ISO 8601 in UTC. */
  timestamp: z.iso.datetime(),
  /** The integrator's session id, else one that the app created for this page load. */
  sessionId: z.string().check(z.regex(/^[\w.:-]{1,128}$/)),
  /** 0-based and without gaps within a session's page load, so that a receiver can detect missing events. */
  sequence: z.int().check(z.gte(0), z.lte(1_000_000)),
  event: z.enum(EVENT_NAMES),
  severity: z.enum(SEVERITIES),
  payload: payloadSchema,
});
export type RemoteEvent = z.infer<typeof remoteEventSchema>;

const listOf = <S extends z.ZodMiniType>(entry: S) =>
  z.array(entry).check(z.minLength(1), z.maxLength(EVENT_LIMITS.perRequest));

/** One event, or a batch. */
export const remoteEventsBody = z.union([remoteEventSchema, listOf(remoteEventSchema)]);

function readEvent(value: unknown): Outcome<RemoteEvent, FieldErrors> {
  const parsed = parseUntrusted(remoteEventSchema, value);
  return parsed.success
    ? accepted(parsed.data)
    : refused(fieldErrors(parsed.error.issues, 'event', value));
}

/** The same, with each entry of a list validated separately: an invalid one does not affect the others. */
export const remoteEventsReader = z.union([
  remoteEventSchema,
  listOf(z.pipe(z.unknown(), z.transform(readEvent))),
]);

const refusedEventSchema = z.object({
  /** 0-based place in the list. */
  index: z.int(),
  /** The rules that each field broke. */
  errors: fieldErrorsSchema,
});
export type RefusedEvent = z.infer<typeof refusedEventSchema>;

export const remoteEventsAnswer = z.object({
  /** How many of them were new. */
  stored: z.int(),
  /** Rejected entries of the list, which would be rejected again if resent; absent when there are none. */
  refused: z.optional(z.array(refusedEventSchema)),
});
