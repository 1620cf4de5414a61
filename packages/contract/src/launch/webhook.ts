// SPDX-License-Identifier: Apache-2.0
/** Delivery of events to an integrator's webhook: a POST of one event as JSON. */
import { remoteEventSchema } from '../events/events.ts';
import { accepted, refused, type Outcome } from '../outcome.ts';
import { z } from '../schema.ts';
import { verifiedSession } from './verified.ts';

export const WEBHOOK_HEADERS = {
  /** {@link formatSignature} */
  signature: 'perfuse-signature',
  /** Id of the delivery, the same at every attempt: a receiver ignores one that it has already seen. */
  delivery: 'perfuse-delivery',
  /** Name of the event. */
  event: 'perfuse-event',
} as const;

/** Body of a delivery. */
export const webhookBody = z.extend(remoteEventSchema, {
  configId: z.string(),
  verified: z.optional(verifiedSession),
});
export type WebhookBody = z.infer<typeof webhookBody>;

/** A receiver refuses a signature whose time differs from its own by more than this, s. */
export const SIGNATURE_TOLERANCE_S = 300;

export interface Signature {
  /** Time of this attempt, s since 1970. */
  readonly timestamp: number;
  /**
   * Hex HMAC-SHA256 of {@link signedText}, one for each webhook secret of the organisation: two during a rotation. A
   * delivery is genuine when one of them matches.
   */
  readonly digests: readonly string[];
}

/** The text that is signed, with the body exactly as sent. */
export const signedText = (timestamp: number, body: string): string =>
  `${String(timestamp)}.${body}`;

/** `t=<s>,v1=<hex>[,v1=<hex>]` */
export const formatSignature = ({ timestamp, digests }: Signature): string =>
  [`t=${String(timestamp)}`, ...digests.map((digest) => `v1=${digest}`)].join(',');

/** Parts of an unknown scheme are ignored. */
export function parseSignature(header: string): Outcome<Signature> {
  if (header.length > 1000) return refused('is too long');
  let timestamp: number | null = null;
  const digests: string[] = [];
  for (const part of header.split(',')) {
    const [name, value = ''] = part.trim().split('=');
    if (name === 't' && /^\d{1,12}$/.test(value)) timestamp = Number(value);
    if (name === 'v1' && /^[\da-f]{64}$/.test(value)) digests.push(value);
  }
  if (timestamp === null) return refused('has no timestamp');
  return digests.length === 0 ? refused('has no digest') : accepted({ timestamp, digests });
}

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

/** One delivery in the log. */
export const deliverySchema = z.object({
  id: z.string(),
  configId: z.string(),
  event: z.string(),
  sessionId: z.string(),
  state: z.enum(DELIVERY_STATES),
  tries: z.int(),
  /** Why the last attempt failed: a status as `HTTP_503`, or a code; null if none failed. */
  failure: z.nullable(z.string()),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type Delivery = z.infer<typeof deliverySchema>;
