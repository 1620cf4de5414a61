// SPDX-License-Identifier: Apache-2.0

export interface CookieOptions {
  /** Path below which it is sent. */
  readonly path: string;
  /** Seconds until the browser forgets it; without, it dies with the browser. */
  readonly maxAgeS?: number;
  /**
   * For whom a browser sends it: pages of this site alone (`own`, the default); also when a link of another site leads
   * here (`navigated`); also where another site shows a page of this one in a frame (`embedded`), there kept apart for
   * each such site. Only a secure cookie can be `embedded`; else it is `navigated`.
   */
  readonly site?: CookieSite;
}
export type CookieSite = 'own' | 'navigated' | 'embedded';

const SITES = {
  own: ['SameSite=Strict'],
  navigated: ['SameSite=Lax'],
  embedded: ['SameSite=None', 'Partitioned'],
} as const;

/** Browsers drop cookies beyond this, name and attributes counted; so do some proxies with headers. */
export const MAX_COOKIE_BYTES = 4000;
/** A Cookie header longer than this is not looked at. */
const MAX_HEADER = 16_384;
const VALUE = /^[\w.~+/=-]*$/;

/**
 * The name of a cookie over https: browsers take one with such a prefix only from a secure answer, and with `__Host-`
 * only from this very host (RFC 6265bis, 4.1.3). What is bound to a part of the host cannot have that.
 */
export const securedName = (name: string, path: string): string =>
  `${path === '/' ? '__Host-' : '__Secure-'}${name}`;

/** The first cookie of a name, or null: absent, empty or holding what we never write. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (header === undefined || header.length > MAX_HEADER) return null;
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at < 0 || part.slice(0, at).trim() !== name) continue;
    const value = part.slice(at + 1).trim();
    return value !== '' && VALUE.test(value) ? value : null;
  }
  return null;
}

/**
 * A Set-Cookie header: for no script to read.
 * @throws RangeError when it would be too large to be kept, or holds what a cookie cannot.
 */
export function serialiseCookie(
  name: string,
  value: string,
  { path, maxAgeS, site = 'own', secure }: CookieOptions & { readonly secure: boolean },
): string {
  const age = value === '' ? 0 : maxAgeS;
  const text = [
    `${name}=${value}`,
    `Path=${path}`,
    'HttpOnly',
    ...SITES[site === 'embedded' && !secure ? 'navigated' : site],
    ...(secure ? ['Secure'] : []),
    ...(age === undefined ? [] : [`Max-Age=${String(age)}`]),
  ].join('; ');
  if (!VALUE.test(value) || text.length > MAX_COOKIE_BYTES) {
    throw new RangeError(`The cookie ${name} cannot be kept.`);
  }
  return text;
}
