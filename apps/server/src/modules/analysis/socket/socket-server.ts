// SPDX-License-Identifier: Apache-2.0
import { normalizeIP } from '@fastify/rate-limit';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { ANALYSIS_LIMITS } from '@perfuse/contract/limits';
import { bearerToken } from '../../../platform/http/bearer.ts';
import { KeyedRate } from '../../../platform/http/keyed-rate.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { isFromAllowedPage } from '../../../platform/http/origins.ts';
import type { RateGuards } from '../../../platform/http/rate-tiers.ts';
import { sendJson } from '../../../platform/http/server.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Tracing } from '../../../platform/telemetry/span.ts';
import { Connection } from './connection.ts';
import type { OpenSockets } from './open-sockets.ts';
import { protobufWire } from './protobuf-wire.ts';
import type { SessionDeps } from './session.ts';
import { createEitherWire, jsonWire, type Wire } from './wire.ts';

/** Times of the sockets, ms. */
export interface SocketTimes {
  /** Between two pings; proxies close connections that are silent for a minute. */
  readonly ping: number;
  /** From opening to a login. */
  readonly login: number;
  /** Without the shared database, before they are closed. */
  readonly withoutDatabase?: number;
}
const SOCKET_TIMES: SocketTimes = { ping: 25_000, login: 10_000 };

/**
 * Fragments of one message, and reads in which one fragment arrives: each keeps the buffer it was read into. The
 * largest message has 800 bytes per fragment, 100 per read; clients that fragment use 4096.
 */
const PART_LIMITS = { maxFragments: 512, maxBufferedChunks: 4096 } as const;
/** Sockets of an address cut off for what they sent, per minute, before it may open no more. */
const MAX_FLOODS = 20;
const SUBPROTOCOLS = { json: 'json', protobuf: 'proto' } as const;

/** The subprotocol to accept; JSON if a client offers it. */
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
  readonly origins: readonly string[];
  readonly tracing: Tracing;
  readonly times: SocketTimes | undefined;
  /** Whether the protocol's older form is accepted too. */
  readonly takesProtobuf: boolean;
}

/** Registers the websocket of the analysis service at a path, with and without a slash behind it. */
export async function registerSockets(
  app: FastifyInstance,
  path: string,
  open: OpenSockets,
  options: SocketServerOptions,
): Promise<void> {
  const { guards, origins, tracing, takesProtobuf, times = SOCKET_TIMES } = options;
  const deps = { ...options.deps, ended: open.noteEnd };
  await app.register(websocket, {
    options: {
      maxPayload: ANALYSIS_LIMITS.maxFrameBytes,
      ...PART_LIMITS,
      perMessageDeflate: false,
      handleProtocols: (offered) => agreed(offered, takesProtobuf),
    },
    // The library closes the socket with the right code itself; what was sent is not logged.
    errorHandler: (error, _socket, request) =>
      request.log.info({ reason: error.name }, 'socket error'),
    preClose(done) {
      clearInterval(pinging);
      open.closeAll().then(() => {
        this.websocketServer.close();
        // Sockets opened while the others were closing: nothing has begun on them.
        for (const socket of this.websocketServer.clients) socket.terminate();
        done();
      }, done);
    },
  });
  const pinging = setInterval(() => open.ping(), times.ping);
  pinging.unref();

  const floods = new KeyedRate(MAX_FLOODS);
  const principals = new WeakMap<FastifyRequest, Principal>();
  const admit = async (request: FastifyRequest): Promise<void> => {
    if (request.ws) floods.assertRoom(normalizeIP(request.ip));
    const token = bearerToken(request.headers.authorization);
    if (token === null) return;
    const principal = await deps.tokens.authenticateMeasuring(token);
    if (deps.limits.isFull(principal.familyId)) throw new ServiceError('RATE_LIMIT');
    principals.set(request, principal);
  };

  // CORS does not protect sockets: there is no preflight, and the page can read every answer.
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
      preValidation: admit,
      handler: (_request, reply) => {
        const missing = new ServiceError('NOT_FOUND', 'This address accepts only websockets.');
        return sendJson(reply, missing.status, missing.body);
      },
      wsHandler: (socket, request) => {
        const connection = new Connection(socket, principals.get(request) ?? null, {
          session: deps,
          transport: request.raw.socket,
          loginTimeoutMs: times.login,
          log: request.log,
          tracing,
          wire: wireOf(socket.protocol, takesProtobuf),
          flooded: () => floods.count(normalizeIP(request.ip)),
        });
        open.add(connection);
        socket.on('close', () => open.remove(connection));
      },
    });
  }
}
