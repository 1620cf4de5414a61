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

/** A request as a handler sees it, after the trusted proxies. */
export interface RequestContext extends CookieJar {
  /** `host[:port]` the caller addressed. */
  readonly host: string;
  /** Address of the caller. */
  readonly address: string;
  /** Of the languages of the product, the one that the caller prefers. */
  readonly language: Language;
  /** Whether a browser says that another site's page sends this. */
  readonly isCrossSite: boolean;
  /** Configuration of the visit by link that the request belongs to; null for none, as in the consumer edition. */
  readonly configId: string | null;
  /** The secret of a launch that the caller carries; null for none. */
  readonly launchSecret: string | null;
  /** Id of the administrator that the caller's page was drawn for; null where it names none. */
  readonly administratorId: string | null;
  /** Token that the caller carries, not looked at; null for none. */
  readonly bearer: () => string | null;
  /** Counts with the strict requests of the address. @throws ServiceError RATE_LIMIT where it is one too many. */
  readonly countStrict: () => Promise<void>;
  /** What the caller says it is; '' where it does not. */
  readonly userAgent: string;
}

/** In a frame of another site the app would lose every cookie that is for its own site alone. */
const siteOfVisit = (cookie: RequestContext['cookie']): CookieSite =>
  visitCookie.read(cookie)?.isEmbeddable === true ? 'embedded' : 'own';

/** @throws ServiceError VALIDATION_ERROR for a header that names no configuration, whether or not there is one. */
function configIdOf({ headers }: FastifyRequest): string | null {
  const text = headers[CONFIGURATION_HEADER];
  return text === undefined ? null : parseInput(configIdSchema, text, CONFIGURATION_HEADER);
}

/** Browsers that do not say it in so many words name at least the origin of their page. */
function isCrossSite(request: FastifyRequest, ownOrigins: readonly string[]): boolean {
  const site = request.headers['sec-fetch-site'];
  return site === undefined ? !isFromAllowedPage(request, ownOrigins) : site === 'cross-site';
}

const MOST_SECRET = 128;
function launchSecretOf({ headers }: FastifyRequest): string | null {
  const text = headers[LAUNCH_HEADER];
  return typeof text === 'string' && text !== '' && text.length <= MOST_SECRET ? text : null;
}

export interface ContextOptions {
  /** By which people reach the app, beside the one that was addressed. */
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
