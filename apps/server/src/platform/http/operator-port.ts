// SPDX-License-Identifier: Apache-2.0
/** The operator's port, separate from the public one: metrics and health. */
import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Metrics } from '../telemetry/metrics.ts';
import { limitConnections, type ConnectionLimits } from './connection-limits.ts';
import { isReady, type ReadinessCheck } from './health.ts';
import { listen } from './listen.ts';
import { setBareHeaders } from './security-headers.ts';
import { createHttpServer } from './server.ts';

export interface OperatorPortDeps {
  readonly metrics: Metrics;
  readonly checks: readonly ReadinessCheck[];
  readonly log: FastifyBaseLogger;
  readonly connections: ConnectionLimits;
}

const PLAIN = 'text/plain; charset=utf-8';
/** Probes come every few seconds: only failures are logged. */
const QUIET = { logLevel: 'warn' } as const;

/** Opens the port; resolves once it listens. @throws ListenError */
export async function openOperatorPort(
  port: number,
  host: string,
  { metrics, checks, log, connections }: OperatorPortDeps,
): Promise<FastifyInstance> {
  const app = createHttpServer(log, { trustProxy: [], tls: null });
  limitConnections(app, connections);
  // There are no websockets here. Node detaches a connection that requests one: nothing else would close it.
  app.server.on('upgrade', ({ socket }: IncomingMessage) => socket.destroy());
  app.addHook('onRequest', (_request, reply, done) => {
    setBareHeaders(reply);
    reply.header('cache-control', 'no-store');
    done();
  });
  app.get('/health/live', QUIET, (_request, reply) => reply.type(PLAIN).send('live\n'));
  app.get('/health/ready', QUIET, async (_request, reply) => {
    reply.type(PLAIN);
    return (await isReady(checks)) ? reply.send('ready\n') : reply.code(503).send('not ready\n');
  });
  app.get('/metrics', QUIET, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  );
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).type(PLAIN).send('Available: /metrics, /health/live and /health/ready.\n'),
  );
  await listen(app, { port, host, prefix: 'PERFUSE_METRICS_' });
  return app;
}
