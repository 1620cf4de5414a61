// SPDX-License-Identifier: Apache-2.0
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Measures every answered request under the pattern of its route. */
export function registerRequestMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? '(unknown)';
    metrics.request(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
}
