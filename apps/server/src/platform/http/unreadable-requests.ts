// SPDX-License-Identifier: Apache-2.0
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { ServiceError } from '../errors/service-error.ts';
import { JSON_TYPE } from './json-type.ts';
import { BARE_HEADERS } from './security-headers.ts';

/** By the code of Node's error; any other one means that the request is malformed. */
const FAULTS: ReadonlyMap<string, { readonly status: number; readonly message: string }> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, message: 'The request took too long.' }],
  ['HPE_HEADER_OVERFLOW', { status: 431, message: 'The headers are too long.' }],
]);

/**
 * Answers a request that Node could not read, in the shape of the analysis protocol, and closes its connection: there is
 * no address yet, and no hook and no error handler sees it.
 */
export function refuseUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const fault = FAULTS.get(error.code);
  const refusal = new ServiceError('BAD_REQUEST', fault?.message);
  const status = fault?.status ?? refusal.status;
  const body = JSON.stringify(refusal.body);
  const headers = Object.entries({
    ...BARE_HEADERS,
    'cache-control': 'no-store',
    connection: 'close',
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
  });
  const head = [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    ...headers.map(([name, value]) => `${name}: ${String(value)}`),
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}
