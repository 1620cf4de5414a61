// SPDX-License-Identifier: Apache-2.0
/** The port of the operator, apart from the people's: metrics and health. */
import { createServer, type Server } from 'node:http';
import type { Metrics } from '../telemetry/metrics.ts';
import type { ReadinessCheck } from './health.ts';

export interface OperatorPortDeps {
  readonly metrics: Metrics;
  readonly checks: readonly ReadinessCheck[];
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const plain = (status: number, text: string): Answer => ({
  status,
  type: 'text/plain; charset=utf-8',
  text,
});

async function answer(path: string, { metrics, checks }: OperatorPortDeps): Promise<Answer> {
  if (path === '/health/live') return plain(200, 'live\n');
  if (path === '/metrics') {
    return { status: 200, type: metrics.contentType, text: await metrics.text() };
  }
  if (path !== '/health/ready')
    return plain(404, 'There are /metrics, /health/live and /health/ready.\n');
  try {
    for (const check of checks) await check();
    return plain(200, 'ready\n');
  } catch {
    return plain(503, 'not ready\n');
  }
}

/** Listens; resolves once it does. @throws Error when the port is taken. */
export async function openOperatorPort(
  port: number,
  host: string,
  deps: OperatorPortDeps,
): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://operator');
    answer(pathname, deps)
      .catch(() => plain(500, 'failed\n'))
      .then(({ status, type, text }) => {
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
        response.end(text);
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}
