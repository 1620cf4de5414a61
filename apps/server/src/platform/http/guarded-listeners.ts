// SPDX-License-Identifier: Apache-2.0
import { type Server, ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';
import type { Server as SecureServer } from 'node:https';
import type { FastifyBaseLogger } from 'fastify';

/**
 * Events that a client alone can cause. A server that cannot listen is the operator's concern: that stays an exception.
 */
const OF_CLIENTS: ReadonlySet<string> = new Set([
  'connection',
  'secureConnection',
  'request',
  'checkContinue',
  'checkExpectation',
  'upgrade',
  'connect',
  'dropRequest',
  'clientError',
  'tlsClientError',
  'timeout',
]);

function cutOff(given: unknown): void {
  if (given instanceof ServerResponse) given.socket?.destroy();
  else if (given instanceof Duplex) given.destroy();
}

/**
 * Catches what listeners of this server throw: it would end the process, and every visit with it. Instead, the
 * connection concerned is closed and the error logged.
 */
export function guardListeners(server: Server | SecureServer, log: FastifyBaseLogger): void {
  const emit: (event: string, ...of: unknown[]) => boolean = server.emit.bind(server);
  const guarded = (event: string, ...of: readonly unknown[]): boolean => {
    if (!OF_CLIENTS.has(event)) return emit(event, ...of);
    try {
      return emit(event, ...of);
    } catch (error) {
      log.error({ err: error, reason: event }, 'a listener failed');
      for (const one of of) cutOff(one);
      return true;
    }
  };
  Reflect.set(server, 'emit', guarded);
}
