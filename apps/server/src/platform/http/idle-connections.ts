// SPDX-License-Identifier: Apache-2.0
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { FastifyInstance } from 'fastify';

/** Identifies an open connection. */
const ends = ({ remoteAddress = '', remotePort = 0 }: Socket): string =>
  `${remoteAddress} ${String(remotePort)}`;

/**
 * Closes connections without a complete request when the server stops: Node would wait for them, and no longer checks
 * their timeouts. Running requests finish, and their connections close afterwards.
 */
export function dropIdleAtClose(app: FastifyInstance): void {
  const idle = new Set<Socket>();
  const below = new Map<string, Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) socket.destroy();
    else idle.add(socket);
    const name = ends(socket);
    below.set(name, socket);
    socket.once('close', () => {
      idle.delete(socket);
      if (below.get(name) === socket) below.delete(name);
    });
  });
  // Over TLS, requests use a socket of their own; until that exists, the TCP socket below it counts as idle.
  app.server.on('secureConnection', (secure: TLSSocket) => {
    const socket = below.get(ends(secure));
    if (socket !== undefined) idle.delete(socket);
    if (isClosing) secure.destroy();
    else idle.add(secure);
    secure.once('close', () => idle.delete(secure));
  });
  app.server.on('upgrade', ({ socket }: IncomingMessage) => idle.delete(socket));
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    response.once('close', () => {
      if (isClosing) socket.destroySoon();
      else if (!socket.destroyed) idle.add(socket);
    });
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    for (const socket of idle) socket.destroy();
    done();
  });
}
