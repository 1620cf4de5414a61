// SPDX-License-Identifier: Apache-2.0
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { within, type Span, type Tracing } from './span.ts';

/**
 * A span for every request but those of health and of a websocket's opening, which lasts as long as the socket.
 * What a caller says of a trace is not believed: anybody could send it.
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
  // Reading a body leaves the context that the request came in.
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
