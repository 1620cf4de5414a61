// SPDX-License-Identifier: Apache-2.0
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const HOST = /^(?:[a-z\d.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i;

/**
 * Hosts the page may call. Older browsers do not count a websocket of the page's own host as 'self', so it is named;
 * a Host header that is no plain host is left out, it must not write into the policy.
 */
function connectSources(request: FastifyRequest, analysisHost: string | undefined): string {
  const secure = request.protocol === 'https';
  const sources = ["'self'"];
  if (HOST.test(request.host)) sources.push(`${secure ? 'wss' : 'ws'}://${request.host}`);
  const analysis = analysisHost?.split('/')[0];
  if (analysis !== undefined) {
    sources.push(
      `${secure ? 'https' : 'http'}://${analysis}`,
      `${secure ? 'wss' : 'ws'}://${analysis}`,
    );
  }
  return sources.join(' ');
}

function contentSecurityPolicy(request: FastifyRequest, analysisHost: string | undefined): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self' blob:",
    `connect-src ${connectSources(request, analysisHost)}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "style-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Security headers of every answer. HSTS is sent only where the caller came by https: on plain http it means nothing,
 * and a self-hoster's first try must not lock a browser out.
 * @param analysisHost the analysis service when it is not this server, `host[:port][/path]`.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  analysisHost: string | undefined,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('content-security-policy', contentSecurityPolicy(request, analysisHost));
    reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=()');
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    }
    done();
  });
}
