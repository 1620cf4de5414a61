// SPDX-License-Identifier: Apache-2.0
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Lets a stop go on while connections are open on which nothing was asked, or not to the end: Node waits for those, and
 * looks for what is over time no more. Requests in hand are finished, and their connections end with them.
 */
export function dropIdleAtClose(app: FastifyInstance): void {
  const idle = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) socket.destroy();
    else idle.add(socket);
    socket.once('close', () => idle.delete(socket));
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
