// SPDX-License-Identifier: Apache-2.0
/** What one address may hold open: connections, and websockets among them. docs/reliability.md */
import type { Socket } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { asksForUpgrade } from './refused-upgrades.ts';
import { ServiceError } from '../errors/service-error.ts';

/** Of IPv6 the first 64 bits count as one address: one customer has them all. */
export interface ConnectionLimits {
  /** Connections of one address; null where a proxy stands in front, whose address they all have. */
  readonly connections: number | null;
  /** Websockets of one client's address, after the proxies that are believed. */
  readonly sockets: number;
}

/**
 * Cuts connections off and refuses websockets (RATE_LIMIT) beyond what one address may hold. What a connection took it
 * gives back when it closes, however that comes.
 */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  if (limits.connections !== null) {
    const places = new ConcurrencyLimit(limits.connections);
    app.server.on('connection', (socket: Socket) => {
      const leave = places.take(normalizeIP(socket.remoteAddress ?? ''));
      // Without a word: an answer would cost what the limit is there to save.
      if (leave === null) socket.destroy();
      else socket.once('close', leave);
    });
  }
  const sockets = new ConcurrencyLimit(limits.sockets);
  app.addHook('onRequest', (request, _reply, done) => {
    // Of these a connection has one at most; ordinary requests would each hold a place until it closes.
    if (!asksForUpgrade(request.raw)) {
      done();
      return;
    }
    const leave = sockets.take(normalizeIP(request.ip));
    if (leave === null) {
      done(new ServiceError('RATE_LIMIT', 'Too many websockets are open from this address.'));
      return;
    }
    request.raw.socket.once('close', leave);
    done();
  });
}
