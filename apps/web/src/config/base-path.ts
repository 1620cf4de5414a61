// SPDX-License-Identifier: Apache-2.0
/** Path segments under which the product may be served; any other first segment belongs to a route. */
const PRODUCT_PATHS: readonly string[] = ['app', 'org'];

/** The router's base path for an address: `/app` or `/org` when that is its first segment, else the root. */
export function basePathOf(pathname: string): string {
  const first = pathname.split('/')[1] ?? '';
  return PRODUCT_PATHS.includes(first) ? `/${first}` : '/';
}

/** The full path of a screen: below `/app` or `/org` when the page is served there. */
export const fullPath = (pathname: string, screen: string): string =>
  basePathOf(pathname).replace(/\/$/, '') + screen;
