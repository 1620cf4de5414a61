// SPDX-License-Identifier: Apache-2.0
import { configIdSchema } from '@perfuse/contract/account/identity';
import { ADMINISTRATOR_HEADER } from '@perfuse/contract/admin/session';
import { CONFIGURATION_HEADER } from '@perfuse/contract/account/session';
import { LAUNCH_HEADER } from '@perfuse/contract/launch/link';
import { acceptedLanguage, type Language } from '@perfuse/contract/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken } from './bearer.ts';
import { readCookie, setCookie, type CookieJar, type CookieSite } from './cookies.ts';
import { isFromAllowedPage } from './origins.ts';
import { parseInput } from '../errors/validation.ts';
import type { StrictRate } from './strict-rate.ts';
import { visitCookie } from './visit-cookie.ts';

/** A request as a handler sees it, with the headers of trusted proxies applied. */
export interface RequestContext extends CookieJar {
  /** `host[:port]` the caller addressed. */
  readonly host: string;
  /** Address of the caller. */
  readonly address: string;
  /** The language of the product that the caller prefers. */
  readonly language: Language;
  /** Whether the browser reports that a page of another site sent the request. */
  readonly isCrossSite: boolean;
  /** Configuration of the visit by link that the request belongs to; null for none, as in the consumer edition. */
  readonly configId: string | null;
  /** The launch secret that the caller sends; null for none. */
  readonly launchSecret: string | null;
  /** Id of the administrator for whom the caller's page was rendered; null if it names none. */
  readonly administratorId: string | null;
  /** Token that the caller sends, not verified; null for none. */
  readonly bearer: () => string | null;
  /** Counts the request as a strict one of its address. @throws ServiceError RATE_LIMIT beyond the limit. */
  readonly countStrict: () => Promise<void>;
  /** The User-Agent header; '' without one. */
  readonly userAgent: string;
}

/** In a frame of another site, browsers would drop every cookie of the app that is for its own site only. */
const siteOfVisit = (cookie: RequestContext['cookie']): CookieSite =>
  visitCookie.read(cookie)?.isEmbeddable === true ? 'embedded' : 'own';

/**
 * @throws ServiceError VALIDATION_ERROR for a header that is not formed like a configuration id; whether it exists is
 * not checked.
 */
function configIdOf({ headers }: FastifyRequest): string | null {
  const text = headers[CONFIGURATION_HEADER];
  return text === undefined ? null : parseInput(configIdSchema, text, CONFIGURATION_HEADER);
}

/** Browsers without Sec-Fetch-Site send at least the Origin of their page. */
function isCrossSite(request: FastifyRequest, ownOrigins: readonly string[]): boolean {
  const site = request.headers['sec-fetch-site'];
  return site === undefined ? !isFromAllowedPage(request, ownOrigins) : site === 'cross-site';
}

const MAX_SECRET_LENGTH = 128;
function launchSecretOf({ headers }: FastifyRequest): string | null {
  const text = headers[LAUNCH_HEADER];
  return typeof text === 'string' && text !== '' && text.length <= MAX_SECRET_LENGTH ? text : null;
}

export interface ContextOptions {
  /** Origins by which people reach the app, besides the addressed one. */
  readonly ownOrigins?: readonly string[];
  readonly strict?: Pick<StrictRate, 'count'>;
}

export function requestContextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { ownOrigins = [], strict }: ContextOptions = {},
): RequestContext {
  const cookie = (name: string): string | null => readCookie(request, name);
  return {
    host: request.host,
    address: request.ip,
    language: acceptedLanguage(request.headers['accept-language'] ?? ''),
    isCrossSite: isCrossSite(request, ownOrigins),
    configId: configIdOf(request),
    launchSecret: launchSecretOf(request),
    administratorId: request.headers[ADMINISTRATOR_HEADER]?.toString() ?? null,
    countStrict: async () => strict?.count(request),
    bearer: () => bearerToken(request.headers.authorization),
    userAgent: request.headers['user-agent'] ?? '',
    cookie,
    setCookie: (name, value, options) => {
      const site = options.site === 'visit' ? siteOfVisit(cookie) : (options.site ?? 'own');
      setCookie(request, reply, name, value, { ...options, site });
    },
  };
}
