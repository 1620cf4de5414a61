// SPDX-License-Identifier: Apache-2.0
import { acceptedLanguage, type Language } from '@perfuse/contract/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, setCookie, type CookieJar, type CookieSite } from './cookies.ts';
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
  /** What the caller says it is; '' where it does not. */
  readonly userAgent: string;
}

/** In a frame of another site the app would lose every cookie that is for its own site alone. */
const siteOfVisit = (cookie: RequestContext['cookie']): CookieSite =>
  visitCookie.read(cookie)?.isEmbeddable === true ? 'embedded' : 'own';

export function requestContextOf(request: FastifyRequest, reply: FastifyReply): RequestContext {
  const cookie = (name: string): string | null => readCookie(request, name);
  return {
    host: request.host,
    address: request.ip,
    language: acceptedLanguage(request.headers['accept-language'] ?? ''),
    isCrossSite: request.headers['sec-fetch-site'] === 'cross-site',
    userAgent: request.headers['user-agent'] ?? '',
    cookie,
    setCookie: (name, value, options) => {
      const site = options.site === 'visit' ? siteOfVisit(cookie) : (options.site ?? 'own');
      setCookie(request, reply, name, value, { ...options, site });
    },
  };
}
