// SPDX-License-Identifier: Apache-2.0
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { FastifyServerFactory } from 'fastify';
import { secureOptions } from './certificate.ts';
import type { LiveCertificate } from './live-certificate.ts';
import type { HttpTimes } from './http-times.ts';

/** Between two requests of one connection, ms: longer than proxies keep theirs. */
const KEEP_ALIVE_MS = 72_000;

/** Makes the servers that listen: of https where there is a certificate, else of http. */
export const serverFactory =
  (times: HttpTimes, certificate: LiveCertificate | null): FastifyServerFactory =>
  (handle) => {
    const limits = { headersTimeout: times.headers, connectionsCheckingInterval: times.look };
    const server =
      certificate === null
        ? createServer(limits, handle)
        : createSecureServer(
            {
              ...limits,
              ...secureOptions(certificate.pair()),
              handshakeTimeout: times.headers,
            },
            handle,
          );
    if (certificate !== null && 'setSecureContext' in server) certificate.follow(server);
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.requestTimeout = times.request;
    server.setTimeout(times.silence);
    return server;
  };
