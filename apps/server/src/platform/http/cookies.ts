// SPDX-License-Identifier: Apache-2.0
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface CookieOptions {
  /** Path below which it is sent. */
  readonly path: string;
  /** Seconds until the browser deletes it; by default it is a session cookie. */
  readonly maxAgeS?: number;
  /**
   * When a browser sends it: to pages of this site only (`own`, the default); also when a link of another site leads
   * here (`navigated`); also when another site shows a page of this one in a frame (`embedded`), partitioned by that
   * site. Only a secure cookie can be `embedded`; otherwise it is `navigated`. `visit` is `embedded` if the
   * configuration that the browser visited lets other sites show the app, else `own`.
   */
  readonly site?: CookieSite | 'visit';
}
export type CookieSite = 'own' | 'navigated' | 'embedded';

const SITES = {
  own: { sameSite: 'strict' },
  navigated: { sameSite: 'lax' },
  embedded: { sameSite: 'none', partitioned: true },
} as const;

/** Reads and sets the cookies of one request. */
export interface CookieJar {
  readonly cookie: (name: string) => string | null;
  /** Sets a cookie that no script can read; an empty value deletes it. */
  readonly setCookie: (name: string, value: string, options: CookieOptions) => void;
}

/** A cookie of ours, with the options it is always set with. */
export interface Cookie {
  readonly read: (jar: CookieJar) => string | null;
  /** @throws RangeError when the value does not fit a cookie. */
  readonly write: (jar: CookieJar, value: string) => void;
  readonly clear: (jar: CookieJar) => void;
}

export const defineCookie = (name: string, options: CookieOptions): Cookie => ({
  read: (jar) => jar.cookie(name),
  write: (jar, value) => jar.setCookie(name, value, options),
  clear: (jar) => jar.setCookie(name, '', options),
});

/** Most bytes of name and value: browsers drop cookies beyond 4096 bytes, attributes included. */
const MAX_BYTES = 4000;

/** Browsers accept secure cookies of this machine without https, which frames need during a trial. */
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * The name of a cookie over https: browsers accept these prefixes only from a secure response, and `__Host-` only for
 * this exact host and the path `/` (RFC 6265bis, 4.1.3).
 */
const securedName = (name: string, path: string): string =>
  `${path === '/' ? '__Host-' : '__Secure-'}${name}`;

/** A cookie by its name without a prefix, or null. */
export function readCookie({ cookies, protocol }: FastifyRequest, name: string): string | null {
  // Cookies without a prefix were set before https was used; they are valid until they are replaced.
  const prefixes = protocol === 'https' ? ['__Host-', '__Secure-', ''] : [''];
  const values = prefixes.map((prefix) => cookies[`${prefix}${name}`]);
  return values.find((value) => value !== undefined && value !== '') ?? null;
}

/**
 * Sets a cookie that no script can read; an empty value deletes it.
 * @throws RangeError when it is too large for browsers to store.
 */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  { path, maxAgeS, site = 'own' }: CookieOptions & { readonly site?: CookieSite },
): void {
  const isSecure = request.protocol === 'https';
  const secure = isSecure || (site === 'embedded' && LOCAL.test(request.host));
  const options = {
    path,
    httpOnly: true,
    secure,
    ...SITES[site === 'embedded' && !secure ? 'navigated' : site],
  };
  const set = isSecure ? securedName(name, path) : name;
  if (set.length + value.length > MAX_BYTES)
    throw new RangeError(`The cookie ${name} is too large.`);
  if (value === '') reply.clearCookie(set, options);
  else
    reply.setCookie(set, value, {
      ...options,
      ...(maxAgeS !== undefined && { maxAge: maxAgeS }),
    });
  if (isSecure && request.cookies[name] !== undefined) reply.clearCookie(name, options);
}
