// SPDX-License-Identifier: Apache-2.0
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Requests that Node took for a change of protocol: it reads no more requests from their connections. */
const asking = new WeakSet<IncomingMessage>();

/** Whether Node took a request for a change of protocol: its `Upgrade` header alone does not say so. */
export const asksForUpgrade = (message: IncomingMessage): boolean => asking.has(message);

/**
 * Ends connections that asked to become a websocket and got an ordinary answer. Node lets go of such a connection and
 * does not even read that the client has left: nothing else would ever end it, and a stop would wait for it.
 */
export function endRefusedUpgrades(app: FastifyInstance): void {
  let isClosing = false;
  app.server.on('upgrade', (message: IncomingMessage) => {
    if (isClosing) message.socket.destroy();
    else asking.add(message);
  });
  app.addHook('onRequest', ({ raw }, reply, done) => {
    // An answer that is handed over to the websocket never finishes.
    if (asksForUpgrade(raw)) reply.raw.once('finish', () => raw.socket.destroySoon());
    done();
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
}
