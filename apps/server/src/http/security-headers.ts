// SPDX-License-Identifier: Apache-2.0
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const HOST = /^(?:[a-z\d.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i;

/** What the page uses that this server does not serve. */
export interface Elsewhere {
  /** The analysis service when it is not this server, `host[:port][/path]`. */
  readonly analysisHost: string | undefined;
  /** Folder of the visage tracker's files: a path of this site or an https address. */
  readonly visageUrl: string | undefined;
}

/**
 * Hosts the page may call. Older browsers do not count a websocket of the page's own host as 'self', so it is named;
 * a Host header that is no plain host is left out, it must not write into the policy.
 */
function connectSources(request: FastifyRequest, { analysisHost, visageUrl }: Elsewhere): string {
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
  sources.push(...originsOf(visageUrl));
  return sources.join(' ');
}

const originsOf = (address: string | undefined): readonly string[] =>
  address?.startsWith('https://') === true ? [new URL(address).origin] : [];

/** The one worker that runs the visage vendor's script, whose glue code makes functions from strings. */
const VISAGE_WORKER = /\/assets\/visage-worker-[\w-]+\.js$/;

/** A worker obeys the policy that its own script came with, so that nothing else has to allow what it needs. */
function scriptSources(request: FastifyRequest, { visageUrl }: Elsewhere): string {
  const path = request.url.split('?')[0] ?? '';
  const own = "'self' 'wasm-unsafe-eval'";
  if (visageUrl === undefined || !VISAGE_WORKER.test(path)) return own;
  return [own, "'unsafe-eval'", ...originsOf(visageUrl)].join(' ');
}

function contentSecurityPolicy(request: FastifyRequest, elsewhere: Elsewhere): string {
  return [
    "default-src 'none'",
    `script-src ${scriptSources(request, elsewhere)}`,
    "worker-src 'self' blob:",
    `connect-src ${connectSources(request, elsewhere)}`,
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
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  elsewhere: Elsewhere,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('content-security-policy', contentSecurityPolicy(request, elsewhere));
    reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=()');
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    }
    done();
  });
}
