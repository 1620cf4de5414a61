// SPDX-License-Identifier: Apache-2.0
/** A port of plain http beside https: it leads people who open a page to https, and answers nothing else. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { listening } from './listening.ts';
import { ServiceError } from './service-error.ts';

/** Addresses of programs: one that was sent here has sent its token in the open already, and must be told. */
const SERVICES = /^\/(?:api|analysi|analysis|health|admin\/api)(?:[/?]|$)/;
/** A host as a browser sends it, without its port. */
const HOST = /^([a-z\d.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i;
const HTTPS_PORT = 443;

function isPage({ method, url = '/', headers }: IncomingMessage): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && (headers.accept ?? '').includes('text/html') && !SERVICES.test(url);
}

/** Where a page is asked for by https; null where the request names no host that could stand in an address. */
function secureAddress({ url = '/', headers }: IncomingMessage, port: number): string | null {
  const host = HOST.exec(headers.host ?? '')?.[1];
  if (host === undefined || !url.startsWith('/')) return null;
  return `https://${host}${port === HTTPS_PORT ? '' : `:${String(port)}`}${url}`;
}

const BARE = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/**
 * Listens; resolves once it does.
 * @param securePort where people reach https.
 * @throws Error when the port is taken.
 */
export async function openRedirectPort(
  port: number,
  host: string,
  securePort: number,
): Promise<Server> {
  const limits = { headersTimeout: 10_000, requestTimeout: 10_000, keepAliveTimeout: 1_000 };
  const server = createServer(limits, (request, response) => {
    const target = isPage(request) ? secureAddress(request, securePort) : null;
    if (target !== null) {
      response.writeHead(308, { ...BARE, location: target }).end();
      return;
    }
    const refusal = new ServiceError('RESTRICTED', 'Only https is answered here.');
    // What is still to come of the body is nobody's.
    response.writeHead(refusal.status, {
      ...BARE,
      connection: 'close',
      'content-type': 'application/json; charset=utf-8',
    });
    response.end(JSON.stringify(refusal.body));
  });
  return listening(server, port, host);
}
