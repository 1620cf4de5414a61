// SPDX-License-Identifier: Apache-2.0
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Requests that Node treats as upgrades: it reads no further requests from their connections. */
const asking = new WeakSet<IncomingMessage>();

/** Whether Node treats a request as an upgrade, which its `Upgrade` header alone does not imply. */
export const asksForUpgrade = (message: IncomingMessage): boolean => asking.has(message);

/**
 * Closes connections that requested a websocket and got an ordinary response. Node detaches such a connection and does
 * not even notice that the client has left: nothing else would ever close it, and a stop would wait for it.
 */
export function endRefusedUpgrades(app: FastifyInstance): void {
  let isClosing = false;
  app.server.on('upgrade', (message: IncomingMessage) => {
    if (isClosing) message.socket.destroy();
    else asking.add(message);
  });
  app.addHook('onRequest', ({ raw }, reply, done) => {
    // A response that is handed over to the websocket never finishes.
    if (asksForUpgrade(raw)) reply.raw.once('finish', () => raw.socket.destroySoon());
    done();
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
}
