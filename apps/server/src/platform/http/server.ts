// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { SecureContextOptions } from 'node:tls';
import cookie from '@fastify/cookie';
import { BACKEND_PATH } from '@perfuse/contract/backend/errors';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { toServiceError } from './error-mapping.ts';
import { guardListeners } from './guarded-listeners.ts';
import { HTTP_TIMES, type HttpTimes } from './http-times.ts';
import { dropIdleAtClose } from './idle-connections.ts';
import { JSON_TYPE } from './json-type.ts';
import { endRefusedUpgrades } from './refused-upgrades.ts';
import { setBareHeaders } from './security-headers.ts';
import { serviceIn } from './service-paths.ts';
import { refuseUnreadable } from './unreadable-requests.ts';
import { ServiceError } from '../errors/service-error.ts';

export interface HttpServerOptions {
  /** Addresses whose X-Forwarded-* headers are trusted. */
  readonly trustProxy: readonly string[];
  /** With it the server speaks https only. */
  readonly tls: SecureContextOptions | null;
  readonly times?: HttpTimes;
}

/** Longest pause between two requests of a connection, ms: longer than the keep-alive of proxies. */
const KEEP_ALIVE_MS = 72_000;

/** Most characters of one path parameter: a signed launch profile is long. */
const MAX_PARAMETER = 8192;

export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply.code(status).header('content-type', JSON_TYPE).send(JSON.stringify(body));
}

/** Codes of refusals, logged so that attempts from outside can be recognised. */
const refusals = new WeakMap<FastifyRequest, string>();

const isBackend = (url: string): boolean =>
  url.startsWith(BACKEND_PATH) && /^(?:[/?]|$)/.test(url.slice(BACKEND_PATH.length));

/** Headers that describe the intended body: a stream that fails before its first byte leaves them set. */
const OF_THE_BODY = ['content-encoding', 'etag', 'last-modified', 'accept-ranges'] as const;

export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const answer = toServiceError(error);
  refusals.set(request, answer.code);
  if (answer.status >= 500) request.log.error({ err: error, code: answer.code }, 'request failed');
  for (const name of OF_THE_BODY) {
    reply.removeHeader(name);
    reply.raw.removeHeader(name);
  }
  // Responses are for this caller: no cache may serve them to another.
  reply.header('cache-control', 'no-store');
  if (answer.retryAfterS !== undefined) reply.header('retry-after', String(answer.retryAfterS));
  if (answer.status === 503) reply.header('retry-after', '2');
  const body = isBackend(request.url) ? answer.backendBody : answer.body;
  return sendJson(reply, answer.status, body);
}

function readJsonBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
      done(new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'Send JSON without a content encoding.'));
      return;
    }
    if (body.length === 0) {
      done(null, undefined);
      return;
    }
    try {
      done(null, JSON.parse(body.toString()));
    } catch {
      done(new ServiceError('BAD_REQUEST', 'The body is not JSON.'));
    }
  });
}

function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const code = refusals.get(request);
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? '(unknown)',
        status: reply.statusCode,
        code,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    done();
  });
}

/** Requests for addresses that cannot be decoded, such as a link that a mail program cut within an escape. */
const undecodable = new WeakSet<IncomingMessage>();

export const isUndecodable = ({ raw }: FastifyRequest): boolean => undecodable.has(raw);

/** A launch link of the enterprise edition; the group is the part that its page depends on. */
const LAUNCH_LINK = /^(\/org\/c\/[\w-]{1,64})\/[^?]*/;

/**
 * The vendor's npm client cuts the last character off its base address, slash or not: an integrator who gives it
 * `https://host/analysis` calls `/analysi`. The same service answers there.
 *
 * Only the configuration of a launch link matters here; the page itself reads the rest. So tokens go no further into
 * this process, and no file is looked up by a path that is too long for a file.
 */
const normaliseUrl = (url: string): string =>
  url.replace(/^\/analysi(?=[/?]|$)/, '/analysis').replace(LAUNCH_LINK, '$1');

/**
 * The router refuses an undecodable address before any hook. The address of a page is passed on with its escapes taken
 * literally, that of a service as one that matches no route.
 */
function readUrl(request: IncomingMessage): string {
  const url = normaliseUrl(request.url ?? '/');
  return url.replace(/^[^?]*/, (path) => {
    try {
      // Used, because the bundler removes a call whose result is not.
      return decodeURI(path) === '' ? '' : path;
    } catch {
      undecodable.add(request);
      const service = serviceIn(path);
      return service === null ? path.replaceAll('%', '%25') : `${service}%25`;
    }
  });
}

/**
 * The HTTP server without any route: JSON bodies, errors in the shape of their area, one log line per request that
 * names the route pattern and never the address.
 */
export function createHttpServer(
  log: FastifyBaseLogger,
  { trustProxy, tls, times = HTTP_TIMES }: HttpServerOptions,
): FastifyInstance {
  const limits = { headersTimeout: times.headers, connectionsCheckingInterval: times.look };
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // The modules start as plugins: a slow machine, or a long list of unfinished work, is no reason not to start.
    pluginTimeout: 0,
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    ...(tls === null
      ? { http: limits }
      : { https: { ...limits, ...tls, handshakeTimeout: times.headers } }),
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: times.request,
    connectionTimeout: times.silence,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAMETER },
    rewriteUrl: readUrl,
    clientErrorHandler: refuseUnreadable,
    // No hook sees these errors, such as a parameter that is too long.
    frameworkErrors: (error, request, reply) => {
      setBareHeaders(reply);
      void sendError(error, request, reply);
    },
  });
  guardListeners(app.server, log);
  void app.register(cookie);
  dropIdleAtClose(app);
  endRefusedUpgrades(app);
  readJsonBody(app);
  logRequests(app);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  return app;
}
