// SPDX-License-Identifier: Apache-2.0
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../errors/service-error.ts';

const LOOK_EVERY_MS = 200;

/** A server on its way out: what is under way may finish, what is new goes external. */
export class Drain {
  #isDraining = false;

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** For readiness. @throws ServiceError once the server drains. */
  readonly check = (): void => {
    if (this.#isDraining) throw new ServiceError('SERVICE_UNAVAILABLE', 'This server is stopping.');
  };

  /** Refuses new measurements from now on. Resolves when nobody measures any more, or when the time is over. */
  async begin(measuring: () => number, mostMs: number): Promise<void> {
    this.#isDraining = true;
    const end = performance.now() + mostMs;
    while (measuring() > 0 && performance.now() < end) await wait(LOOK_EVERY_MS);
  }
}

export interface DrainedRoutes {
  /** Pattern of the route that creates a measurement. */
  readonly measurements: string;
  /**
   * Of the websocket, where another server takes what this one refuses: a socket that opens now would keep it from
   * leaving. A server on its own takes back those whose network broke.
   */
  readonly sockets: string | null;
}

/** PriorityGate away what would begin while the server drains. */
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
