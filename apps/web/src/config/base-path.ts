// SPDX-License-Identifier: Apache-2.0
/** Path names under which the product may be served; any other first segment belongs to a route. */
const PRODUCT_PATHS: readonly string[] = ['app', 'org'];

/** The router's base for an address: `/app` or `/org` when that is its first segment, else the root. */
export function basePathOf(pathname: string): string {
  const first = pathname.split('/')[1] ?? '';
  return PRODUCT_PATHS.includes(first) ? `/${first}` : '/';
}

/** The whole path of a screen: below `/app` or `/org` when the page is served there. */
export const fullPath = (pathname: string, screen: string): string =>
  basePathOf(pathname).replace(/\/$/, '') + screen;
