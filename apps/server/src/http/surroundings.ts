// SPDX-License-Identifier: Apache-2.0
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, serialiseCookie, type CookieOptions } from './cookies.ts';

/** What the outside looks like to a handler, after the proxies that are believed. */
export interface Surroundings {
  /** `host[:port]` the caller addressed. */
  readonly host: string;
  /** Address of the caller. */
  readonly address: string;
  /** Whether a browser says that another site's page sends this. */
  readonly isCrossSite: boolean;
  readonly cookie: (name: string) => string | null;
  /** Sets a cookie that no script can read; an empty value deletes it. */
  readonly setCookie: (name: string, value: string, options: CookieOptions) => void;
}

export function surroundingsOf(request: FastifyRequest, reply: FastifyReply): Surroundings {
  return {
    host: request.host,
    address: request.ip,
    isCrossSite: request.headers['sec-fetch-site'] === 'cross-site',
    cookie: (name) => readCookie(request.headers.cookie, name),
    setCookie: (name, value, options) => {
      const secure = request.protocol === 'https';
      reply.header('set-cookie', serialiseCookie(name, value, { ...options, secure }));
    },
  };
}
