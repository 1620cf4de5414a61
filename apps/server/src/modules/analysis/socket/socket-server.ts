// SPDX-License-Identifier: Apache-2.0
import { EventEmitter } from 'node:events';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { ANALYSIS_LIMITS } from '@perfuse/contract/limits';
import { bearerToken } from '../../../platform/http/bearer.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { isFromAllowedPage } from '../../../platform/http/origins.ts';
import type { RateGuards } from '../../../platform/http/rate-tiers.ts';
import { sendJson } from '../../../platform/http/server.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { NO_TRACING, type Tracing } from '../../../platform/telemetry/span.ts';
import { eventWithin } from '../event-within.ts';
import { Connection } from './connection.ts';
import { protobufWire } from './protobuf-wire.ts';
import type { SessionDeps } from './session.ts';
import { createEitherWire, jsonWire, type Wire } from './wire.ts';

/** Times of the sockets, ms. */
export interface SocketTimes {
  /** Between two pings; proxies close what is silent for a minute. */
  readonly ping: number;
  /** From opening to a login. */
  readonly login: number;
}
const SOCKET_TIMES: SocketTimes = { ping: 25_000, login: 10_000 };

/** Longest wait for clients to answer a goodbye, ms. */
const GOODBYE_MS = 1_000;
const SUBPROTOCOLS = { json: 'json', protobuf: 'proto' } as const;

/** The subprotocol to agree to; JSON where a client has it. */
function agreed(offered: ReadonlySet<string>, takesProtobuf: boolean): string | false {
  if (offered.has(SUBPROTOCOLS.json)) return SUBPROTOCOLS.json;
  return takesProtobuf && offered.has(SUBPROTOCOLS.protobuf) ? SUBPROTOCOLS.protobuf : false;
}

function wireOf(subprotocol: string, takesProtobuf: boolean): Wire {
  if (subprotocol === SUBPROTOCOLS.json || !takesProtobuf) return jsonWire;
  return subprotocol === SUBPROTOCOLS.protobuf ? protobufWire : createEitherWire();
}

export interface SocketServerOptions {
  readonly deps: Omit<SessionDeps, 'ended'>;
  readonly guards: RateGuards;
  /** Other origins whose pages may open a socket. */
  readonly origins?: readonly string[];
  readonly tracing?: Tracing;
  readonly times?: SocketTimes;
  /** Whether the protocol's older form is spoken too. */
  readonly takesProtobuf?: boolean;
}

/** What is connected at this moment. */
export interface OpenSockets {
  readonly count: () => number;
  /** Those on which a measurement runs. */
  readonly measuring: () => number;
  /** Resolves when there are none of these, or after so long at the latest, ms. */
  readonly idle: (withinMs: number) => Promise<void>;
}

async function sayGoodbye(connections: ReadonlySet<Connection>): Promise<void> {
  const goodbyes = Promise.all([...connections].map((connection) => connection.close()));
  // A client that does not answer is cut off; that lets its goodbye resolve as well.
  const timer = setTimeout(() => {
    for (const connection of connections) connection.terminate();
  }, GOODBYE_MS);
  await goodbyes;
  clearTimeout(timer);
}

/** Registers the websocket of the analysis service at a path, with and without a slash behind it. */
export async function registerSockets(
  app: FastifyInstance,
  path: string,
  options: SocketServerOptions,
): Promise<OpenSockets> {
  const { guards, tracing = NO_TRACING, times = SOCKET_TIMES } = options;
  const { takesProtobuf = false, origins = [] } = options;
  const connections = new Set<Connection>();
  const events = new EventEmitter();
  const deps = { ...options.deps, ended: () => events.emit('ended') };
  await app.register(websocket, {
    options: {
      maxPayload: ANALYSIS_LIMITS.maxFrameBytes,
      perMessageDeflate: false,
      handleProtocols: (offered) => agreed(offered, takesProtobuf),
    },
    // The library closes the socket with the fitting code itself; what was sent is no matter for the log.
    errorHandler: (error, _socket, request) =>
      request.log.info({ reason: error.name }, 'socket error'),
    preClose(done) {
      clearInterval(pinging);
      sayGoodbye(connections).then(() => {
        this.websocketServer.close();
        // Those that came while goodbye was said: nothing has begun on them.
        for (const socket of this.websocketServer.clients) socket.terminate();
        done();
      }, done);
    },
  });
  const pinging = setInterval(() => {
    for (const connection of connections) connection.ping();
  }, times.ping);
  pinging.unref();

  const principals = new WeakMap<FastifyRequest, Principal>();
  const authenticate = async (request: FastifyRequest): Promise<void> => {
    const token = bearerToken(request.headers.authorization);
    if (token === null) return;
    const principal = await deps.tokens.authenticateMeasuring(token);
    if (deps.limits.isFull(principal.familyId)) throw new ServiceError('RATE_LIMIT');
    principals.set(request, principal);
  };

  // No preflight asks before a page opens a socket, and none of its answers is kept from the page.
  const assertAllowedPage: onRequestHookHandler = (request, _reply, done) => {
    const isRefused = request.ws && !isFromAllowedPage(request, origins);
    if (isRefused) done(new ServiceError('RESTRICTED', 'Pages of this origin may not connect.'));
    else done();
  };

  for (const url of [path, `${path}/`]) {
    app.route({
      method: 'GET',
      url,
      onRequest: [assertAllowedPage, guards.normal],
      preValidation: authenticate,
      handler: (_request, reply) => {
        const missing = new ServiceError('NOT_FOUND', 'This is the address of a websocket.');
        return sendJson(reply, missing.status, missing.body);
      },
      wsHandler: (socket, request) => {
        const connection = new Connection(
          socket,
          deps,
          principals.get(request) ?? null,
          times.login,
          request.log,
          tracing,
          wireOf(socket.protocol, takesProtobuf),
        );
        connections.add(connection);
        socket.on('close', () => {
          connections.delete(connection);
          events.emit('ended');
        });
      },
    });
  }
  /** When the measurements of each socket end if no more data come. */
  const running = (): number[] => {
    const now = performance.now();
    return [...connections]
      .map(({ measuringUntil }) => measuringUntil)
      .filter((until) => until > now);
  };
  return {
    count: () => connections.size,
    measuring: () => running().length,
    idle: async (withinMs) => {
      const end = performance.now() + withinMs;
      let until = running();
      while (until.length > 0 && performance.now() < end) {
        await eventWithin(events, 'ended', Math.min(end, ...until) - performance.now());
        until = running();
      }
    },
  };
}
