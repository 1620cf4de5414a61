// SPDX-License-Identifier: Apache-2.0
/** Reads spans out of OTLP/HTTP requests in JSON, as a collector does. */
import { z } from '@perfuse/contract/schema';

const value = z.object({
  stringValue: z.optional(z.string()),
  intValue: z.optional(z.union([z.int(), z.string()])),
  doubleValue: z.optional(z.number()),
});
const sent = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.optional(z.string()),
              startTimeUnixNano: z.string(),
              attributes: z.array(z.object({ key: z.string(), value })),
              events: z.array(z.unknown()),
              status: z.object({ code: z.int(), message: z.optional(z.string()) }),
            }),
          ),
        }),
      ),
    }),
  ),
});

export interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent: string | undefined;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  /** Whether its status has an error message. */
  readonly hasMessage: boolean;
}

/** The spans of these requests, by start time. */
export const spansIn = (posts: readonly string[]): readonly SentSpan[] =>
  posts
    .flatMap((body) => sent.parse(JSON.parse(body)).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .sort((left, right) => (left.startTimeUnixNano < right.startTimeUnixNano ? -1 : 1))
    .map((span) => ({
      name: span.name,
      traceId: span.traceId,
      spanId: span.spanId,
      parent: span.parentSpanId,
      attributes: Object.fromEntries(
        span.attributes.map(({ key, value: { stringValue, intValue, doubleValue } }) => [
          key,
          stringValue ?? (intValue === undefined ? doubleValue : Number(intValue)),
        ]),
      ),
      hasMessage: (span.status.message ?? '') !== '' || span.events.length > 0,
    }));
