// SPDX-License-Identifier: Apache-2.0
/** Limits on what one address may hold open: connections, and websockets among them. See docs/reliability.md. */
import type { Socket } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { asksForUpgrade } from './refused-upgrades.ts';
import { ServiceError } from '../errors/service-error.ts';

/** The first 64 bits of an IPv6 address count as one address: one customer has them all. */
export interface ConnectionLimits {
  /** Connections per address; null behind a proxy, whose address they all share. */
  readonly connections: number | null;
  /** Websockets per client address, as trusted proxies report it. */
  readonly sockets: number;
}

/**
 * Closes connections and refuses websockets (RATE_LIMIT) beyond the limits of an address. A closed connection frees its
 * place, for whatever reason it closed.
 */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  if (limits.connections !== null) {
    const places = new ConcurrencyLimit(limits.connections);
    app.server.on('connection', (socket: Socket) => {
      const leave = places.take(normalizeIP(socket.remoteAddress ?? ''));
      // Without a response: that would cost what the limit saves.
      if (leave === null) socket.destroy();
      else socket.once('close', leave);
    });
  }
  const sockets = new ConcurrencyLimit(limits.sockets);
  app.addHook('onRequest', (request, _reply, done) => {
    // A connection upgrades at most once; ordinary requests would each hold a place until it closes.
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
