// SPDX-License-Identifier: Apache-2.0
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  parseSignature,
  SIGNATURE_TOLERANCE_S,
  signedText,
  webhookBody,
  WEBHOOK_HEADERS,
  type WebhookBody,
} from '@perfuse/contract/launch/webhook';
import { IntegratorError } from './fault.ts';

export type WebhookHeaders =
  | { readonly get: (name: string) => string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Tolerated difference between a signature's time and now, s, either way; 300. */
  readonly tolerance?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface Webhook {
  /** The same at every attempt of a delivery: ignore one that you have already seen. */
  readonly deliveryId: string;
  readonly event: WebhookBody;
}

function header(headers: WebhookHeaders, name: string): string {
  if ('get' in headers && typeof headers.get === 'function') return headers.get(name) ?? '';
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() === name && typeof value === 'string') return value;
  }
  return '';
}

/** Compares in constant time. */
function fits(expected: Buffer, hex: string): boolean {
  const given = Buffer.from(hex, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * Checks that a POST to your webhook or your results API comes from the installation, and is recent.
 * @param body exactly as received, before any parsing.
 * @param secrets of `perfuse webhook`; the old and the new one during a rotation.
 * @returns the body as text.
 * @throws IntegratorError SIGNATURE_MISSING, SIGNATURE_NOT_VALID or SIGNATURE_TOO_OLD
 */
export function verifySignature(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secrets: string | readonly string[],
  { tolerance = SIGNATURE_TOLERANCE_S, now = Date.now }: VerifyOptions = {},
): string {
  const signature = parseSignature(header(headers, WEBHOOK_HEADERS.signature));
  if (!signature.ok) throw new IntegratorError('SIGNATURE_MISSING', `It ${signature.reason}.`);
  const { timestamp, digests } = signature.value;
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  let isGenuine = false;
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    // An empty secret would let anyone sign.
    if (secret === '') continue;
    const expected = createHmac('sha256', secret).update(signedText(timestamp, text)).digest();
    for (const digest of digests) isGenuine = fits(expected, digest) || isGenuine;
  }
  if (!isGenuine) throw new IntegratorError('SIGNATURE_NOT_VALID');
  const age = Math.abs(now() / 1000 - timestamp);
  if (!(age <= tolerance)) throw new IntegratorError('SIGNATURE_TOO_OLD');
  return text;
}

/**
 * Checks a delivery to your webhook like {@link verifySignature}, and reads its event.
 * @throws IntegratorError as there, or EVENT_NOT_READABLE
 */
export function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): Webhook {
  const event = eventOf(verifySignature(headers, body, secrets, options));
  return { deliveryId: header(headers, WEBHOOK_HEADERS.delivery), event };
}

function eventOf(text: string): WebhookBody {
  try {
    return webhookBody.parse(JSON.parse(text));
  } catch {
    throw new IntegratorError('EVENT_NOT_READABLE');
  }
}
