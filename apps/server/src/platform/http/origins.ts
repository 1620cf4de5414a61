// SPDX-License-Identifier: Apache-2.0
import type { FastifyRequest } from 'fastify';

/** The host of an origin, without the port that its protocol has anyway; null for `null` and what is no origin. */
function hostOf(origin: string): string | null {
  if (!URL.canParse(origin)) return null;
  const { protocol, host } = new URL(origin);
  return ['http:', 'https:'].includes(protocol) && host !== '' ? host : null;
}

/**
 * Whether the origin that a browser names is the one it addressed, as the proxies that are believed pass it on. The
 * protocol is not compared: a proxy need not say which one it was asked by.
 */
export function isOwnOrigin(origin: string, { host }: Pick<FastifyRequest, 'host'>): boolean {
  const named = hostOf(origin);
  if (named === null) return false;
  return named === host || named === hostOf(`${new URL(origin).protocol}//${host}`);
}

/**
 * Whether a request may be answered that a page could have sent without asking first, such as the opening of a
 * websocket. A client that is no browser names no origin.
 * @param allowed other origins whose pages may.
 */
export function isFromAllowedPage(
  { headers, host }: Pick<FastifyRequest, 'headers' | 'host'>,
  allowed: readonly string[],
): boolean {
  const { origin } = headers;
  return origin === undefined || allowed.includes(origin) || isOwnOrigin(origin, { host });
}
