// SPDX-License-Identifier: Apache-2.0
/** Requests that no browser and no library would send, each over its own connection. */
import { connect } from 'node:net';

/** Methods of the product, others that Node's parser accepts, and an unknown one. */
export const HOSTILE_METHODS =
  'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT PROPFIND PURGE QUERY M-SEARCH BREW'.split(
    ' ',
  );

const WITHOUT_SPACES = String.raw`
  // /// ////a//b //@ //a:b //:99999 //[ //[:: //% /\ \\
  * ? # ; @ : /? /# /; /% /%f /%ff /%00 /%2e%2e/%2e%2e
  /.. /../../etc/passwd /. /./ /a/../.. /%c0%ae%c0%ae/ /%E0%A4%A /%u0041
  http: http:/ http:// http://[ http://:1/ http://a:99999/ http://%/ a:b
  javascript:1 file:///etc/passwd data:, localhost:80 /__proto__ /constructor
  /metrics/ /metrics? /metrics%00 //metrics /health /health/ /health/ready/
  /api /api/ /api// //api//token /api/% /api/history/%ff /api/webhook/%00
  /analysi /analysi// /analysis// /analysis/% /analysis?% /analysis/measurements/
  /admin /admin/ /admin// /admin/api /admin/api/ /admin/api// /admin/api/%
  /org /org// /org/c /org/c/ /org/c/a/%/% /org/c/__proto__/a /org/i/%ff /app//
  /assets/../index.html /assets/%2e%2e%2f /assets/ /assets/\..\a /index.html/ /.env
  /openapi.json /openapi/ /?a[]=1&a[b]=2&__proto__[x]=1
`;
/** Strings in place of a path: on most of them, `new URL` or a decoder throws. */
export const HOSTILE_ADDRESSES = [
  ...WITHOUT_SPACES.trim().split(/\s+/),
  ...[`/?${'a=b&'.repeat(500)}`, `/${'a'.repeat(7000)}`, `/${'/'.repeat(3000)}`],
  ...[`/${'%2F'.repeat(2000)}`, '/é', '/\u0080', '/\u007f'],
];

export interface HostileRequest {
  readonly method: string;
  readonly address: string;
  readonly token?: string | undefined;
  readonly cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The request as bytes; the connection ends with the response. */
export function wireOf(request: HostileRequest): Buffer {
  const { method, address, token, cookie, headers = {}, body = '' } = request;
  const lines = [
    `${method} ${address} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(cookie === undefined ? [] : [`Cookie: ${cookie}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : ['Content-Type: application/json']),
    `Content-Length: ${String(Buffer.byteLength(body))}`,
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return Buffer.concat([head, Buffer.from(body)]);
}

/**
 * Sends bytes and waits for the end of the connection.
 * @param isAll also closes the sending side.
 * @returns the data received until the server closed the connection.
 */
export function exchange(port: number, bytes: Uint8Array, isAll = false): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (data) => (received += data.toString('latin1')));
    // A server that refuses may close before reading everything.
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(received));
    if (isAll) socket.end(bytes);
    else socket.write(bytes);
  });
}

/** A websocket upgrade request. @param protocols the offered subprotocols; '' for none. */
export function upgradeRequest(
  address: string,
  token: string | null = null,
  protocols = '',
): string {
  const lines = [
    `GET ${address} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...(protocols === '' ? [] : [`Sec-WebSocket-Protocol: ${protocols}`]),
    ...(token === null ? [] : [`Authorization: Bearer ${token}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Requests a websocket upgrade, and resets the connection before a response is possible. */
export function askForSocketAndReset(port: number, address: string, token: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
    socket.write(upgradeRequest(address, token), () => socket.resetAndDestroy());
  });
}

/** Status of a response's first line; 0 if the connection ended without one. */
export const statusOf = (received: string): number =>
  Number(/^HTTP\/1\.[01] (\d{3})/.exec(received)?.[1] ?? 0);
