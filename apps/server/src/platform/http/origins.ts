// SPDX-License-Identifier: Apache-2.0
import type { FastifyRequest } from 'fastify';

/**
 * The host of an origin, without the default port of its protocol; null for `null` and for anything that is no origin.
 */
function hostOf(origin: string): string | null {
  if (!URL.canParse(origin)) return null;
  const { protocol, host } = new URL(origin);
  return ['http:', 'https:'].includes(protocol) && host !== '' ? host : null;
}

/**
 * Whether the origin that a browser sends is the one it addressed, as trusted proxies report it. The protocol is not
 * compared: a proxy need not report the original one.
 */
export function isOwnOrigin(origin: string, { host }: Pick<FastifyRequest, 'host'>): boolean {
  const named = hostOf(origin);
  if (named === null) return false;
  return named === host || named === hostOf(`${new URL(origin).protocol}//${host}`);
}

/**
 * Whether to answer a request that a page could have sent without a CORS preflight, such as the opening of a websocket.
 * A client that is no browser sends no origin.
 * @param allowed other origins whose pages may send it.
 */
export function isFromAllowedPage(
  { headers, host }: Pick<FastifyRequest, 'headers' | 'host'>,
  allowed: readonly string[],
): boolean {
  const { origin } = headers;
  return origin === undefined || allowed.includes(origin) || isOwnOrigin(origin, { host });
}
