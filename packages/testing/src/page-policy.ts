// SPDX-License-Identifier: Apache-2.0
/** The content security policy of pages. */

/** Directives of a response's policy, by name. */
export const policyOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );

/**
 * The policy of pages that are served over http.
 * @param host `host:port` of the server.
 * @param framedBy who may embed them in a frame.
 */
export const pagePolicy = (
  host: string,
  framedBy: "'none'" | "'self'" = "'none'",
): Record<string, string> => ({
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self' blob:",
  'connect-src': `'self' ws://${host}`,
  'img-src': "'self' data: blob:",
  'media-src': "'self' blob:",
  'style-src': "'self'",
  'font-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': framedBy,
});
