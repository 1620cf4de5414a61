// SPDX-License-Identifier: Apache-2.0
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../errors/service-error.ts';

/** State of a server that is about to stop: running measurements may finish, new ones go to another server. */
export class Drain {
  #isDraining = false;

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Readiness check. @throws ServiceError once the server drains. */
  readonly check = (): void => {
    if (this.#isDraining) throw new ServiceError('SERVICE_UNAVAILABLE', 'This server is stopping.');
  };

  /** Refuses new measurements from now on. */
  begin(): void {
    this.#isDraining = true;
  }
}

export interface DrainedRoutes {
  /** Pattern of the route that creates a measurement. */
  readonly measurements: string;
  /**
   * Pattern of the websocket route if another server accepts what this one refuses: a socket that opens now would delay
   * the stop. Null for a single server, which accepts it: clients reconnect after a network failure.
   */
  readonly sockets: string | null;
}

/** Refuses new measurements, and new sockets if configured, while the server drains. */
export function registerDrain(app: FastifyInstance, drain: Drain, routes: DrainedRoutes): void {
  const { measurements, sockets } = routes;
  const isNew = (method: string, route: string | undefined): boolean =>
    (method === 'POST' && route === measurements) ||
    (method === 'GET' && sockets !== null && (route === sockets || route === `${sockets}/`));
  app.addHook('onRequest', (request, reply, done) => {
    if (!drain.isDraining) {
      done();
      return;
    }
    reply.header('connection', 'close');
    const isRefused = isNew(request.method, request.routeOptions.url);
    done(isRefused ? new ServiceError('SERVICE_UNAVAILABLE') : undefined);
  });
}
