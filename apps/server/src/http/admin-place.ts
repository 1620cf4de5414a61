// SPDX-License-Identifier: Apache-2.0
/** The admin page at an origin of its own: the browser then keeps the app's pages away from it. */
import { createServer, type Server } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ADMIN_PATH } from '@perfuse/contract/admin/session';
import { listening } from './listening.ts';
import { isOwnOrigin } from './origins.ts';
import { ServiceError } from './service-error.ts';

export interface AdminPlace {
  /** Its origin. */
  readonly url: string;
  /** The one port that it is served on, or null for that of the app. */
  readonly port: number | null;
}

const ADMIN = new RegExp(`^${ADMIN_PATH}(?:[/?]|$)`);
const HEALTH = /^\/health(?:[/?]|$)/;
const ENTRANCE = /^\/(?:\?|$)/;

/** Answers the administration at its place alone, and nothing but it there; health is told everywhere. */
export function registerAdminPlace(app: FastifyInstance, { url, port }: AdminPlace): void {
  const isThere = (request: FastifyRequest): boolean =>
    isOwnOrigin(url, request) && (port === null || request.socket.localPort === port);
  const isApart = (request: FastifyRequest): boolean =>
    isOwnOrigin(url, request) || (port !== null && request.socket.localPort === port);
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.raw.url ?? '/';
    // An encoded address leads to the same route.
    const isAdmin = ADMIN.test(path) || ADMIN.test(request.routeOptions.url ?? '');
    const isWrong = isAdmin ? !isThere(request) : isApart(request);
    if (!isWrong || HEALTH.test(path)) done();
    else if (request.method === 'GET' && ENTRANCE.test(path) && isThere(request))
      void reply.redirect(`${ADMIN_PATH}/`, 307);
    else done(new ServiceError('NOT_FOUND'));
  });
}

/**
 * A second port of the same server: limits, TLS and the stop are the server's own.
 * @throws Error when the port is taken.
 */
export async function openAdminPort(
  app: FastifyInstance,
  port: number,
  host: string,
): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    app.server.emit('connection', socket);
  });
  app.server.once('close', () => server.close());
  return listening(server, port, host);
}
