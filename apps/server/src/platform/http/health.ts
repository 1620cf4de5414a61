// SPDX-License-Identifier: Apache-2.0
import type { FastifyInstance } from 'fastify';
import { sendJson } from './server.ts';

/** Resolves when the part it watches can do its work; throws when it cannot. */
export type ReadinessCheck = () => Promise<void> | void;

/** Whether all checks pass. */
export async function isReady(checks: readonly ReadinessCheck[]): Promise<boolean> {
  try {
    for (const check of checks) await check();
    return true;
  } catch {
    return false;
  }
}

/** `/health/live`: the process answers. `/health/ready`: it can serve people; 503 while starting or closing. */
export function registerHealth(app: FastifyInstance, checks: readonly ReadinessCheck[]): void {
  app.get('/health/live', (_request, reply) => sendJson(reply, 200, { status: 'live' }));
  app.get('/health/ready', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      for (const check of checks) await check();
      await sendJson(reply, 200, { status: 'ready' });
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      await sendJson(reply, 503, { status: 'not ready' });
    }
  });
}
