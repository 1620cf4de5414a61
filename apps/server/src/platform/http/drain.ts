// SPDX-License-Identifier: Apache-2.0
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../errors/service-error.ts';

/** A server that is about to stop: what is under way may finish, what is new goes to another one. */
export class Drain {
  #isDraining = false;

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** For readiness. @throws ServiceError once the server drains. */
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
   * Of the websocket, where another server takes what this one refuses: a socket that opens now would delay the stop.
   * A server on its own accepts it: clients come back after their network broke.
   */
  readonly sockets: string | null;
}

/** Refuses what would begin while the server drains. */
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
