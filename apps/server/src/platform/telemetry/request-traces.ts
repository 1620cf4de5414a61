// SPDX-License-Identifier: Apache-2.0
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { within, type Span, type Tracing } from './span.ts';

/**
 * Traces every request except health checks and websocket upgrades, which last as long as the socket. Trace headers of
 * the caller are ignored: anybody could send them.
 */
export function registerRequestTraces(app: FastifyInstance, { root }: Tracing): void {
  if (root === null) return;
  const spans = new WeakMap<FastifyRequest, Span>();
  const isTraced = (request: FastifyRequest): boolean =>
    request.headers.upgrade === undefined && !request.url.startsWith('/health/');

  app.addHook('onRequest', (request, _reply, done) => {
    if (!isTraced(request)) {
      done();
      return;
    }
    const route = request.routeOptions.url ?? '(unknown)';
    const span = root({
      name: `${request.method} ${route}`,
      kind: 'server',
      facts: { 'http.request.method': request.method, 'http.route': route },
    });
    spans.set(request, span);
    within(span, done);
  });
  // Reading a body loses the async context of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else within(span, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.tell({ 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= 500) span?.fail(String(reply.statusCode));
    span?.end();
    done();
  });
}
