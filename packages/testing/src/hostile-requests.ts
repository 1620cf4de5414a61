// SPDX-License-Identifier: Apache-2.0
/** Requests as no browser and no library would send them, over connections of their own. */
import { connect } from 'node:net';

/** Those of the product, those that Node's parser knows besides, and one that nobody knows. */
export const HOSTILE_METHODS = [
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  ...['TRACE', 'CONNECT', 'PROPFIND', 'PURGE', 'QUERY', 'M-SEARCH', 'BREW'],
] as const;

/** What stands where an address should: most of it `new URL` or a decoder throws at. */
export const HOSTILE_ADDRESSES = [
  ...['//', '///', '////a//b', '//@', '//a:b', '//:99999', '//[', '//[::', '//%', '/\\', '\\\\'],
  ...[
    '*',
    '?',
    '#',
    ';',
    '@',
    ':',
    '/?',
    '/#',
    '/;',
    '/%',
    '/%f',
    '/%ff',
    '/%00',
    '/%2e%2e/%2e%2e',
  ],
  ...[
    '/..',
    '/../../etc/passwd',
    '/.',
    '/./',
    '/a/../..',
    '/%c0%ae%c0%ae/',
    '/%E0%A4%A',
    '/%u0041',
  ],
  ...[
    'http:',
    'http:/',
    'http://',
    'http://[',
    'http://:1/',
    'http://a:99999/',
    'http://%/',
    'a:b',
  ],
  ...['javascript:1', 'file:///etc/passwd', 'data:,', 'localhost:80', '/__proto__', '/constructor'],
  ...[
    '/metrics/',
    '/metrics?',
    '/metrics%00',
    '//metrics',
    '/health',
    '/health/',
    '/health/ready/',
  ],
  ...['/api', '/api/', '/api//', '//api//token', '/api/%', '/api/history/%ff', '/api/webhook/%00'],
  ...[
    '/analysi',
    '/analysi//',
    '/analysis//',
    '/analysis/%',
    '/analysis?%',
    '/analysis/measurements/',
  ],
  ...['/admin', '/admin/', '/admin//', '/admin/api', '/admin/api/', '/admin/api//', '/admin/api/%'],
  ...[
    '/org',
    '/org//',
    '/org/c',
    '/org/c/',
    '/org/c/a/%/%',
    '/org/c/__proto__/a',
    '/org/i/%ff',
    '/app//',
  ],
  ...[
    '/assets/../index.html',
    '/assets/%2e%2e%2f',
    '/assets/',
    '/assets/\\..\\a',
    '/index.html/',
    '/.env',
  ],
  ...['/openapi.json', '/openapi/', '/?a[]=1&a[b]=2&__proto__[x]=1', `/?${'a=b&'.repeat(500)}`],
  ...[
    `/${'a'.repeat(7000)}`,
    `/${'/'.repeat(3000)}`,
    `/${'%2F'.repeat(2000)}`,
    '/é',
    '/\u0080',
    '/\u007f',
  ],
] as const;

export interface HostileRequest {
  readonly method: string;
  readonly address: string;
  readonly token?: string | undefined;
  readonly cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** As bytes on the wire; the connection ends with the answer. */
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
 * Sends bytes and waits.
 * @param isAll also says that no more come.
 * @returns what was received until the server closed the connection.
 */
export function exchange(port: number, bytes: Uint8Array, isAll = false): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (data) => (received += data.toString('latin1')));
    // A server that refuses may close before it has read everything.
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(received));
    if (isAll) socket.end(bytes);
    else socket.write(bytes);
  });
}

/** What asks to become a websocket. */
export function upgradeRequest(address: string, token?: string): string {
  const lines = [
    `GET ${address} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Asks to become a websocket, and is gone before there can be an answer. */
export function askForSocketAndReset(port: number, address: string, token: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
    socket.write(upgradeRequest(address, token), () => socket.resetAndDestroy());
  });
}

/** Of the first line of an answer; 0 where the connection ended without one. */
export const statusOf = (received: string): number =>
  Number(/^HTTP\/1\.[01] (\d{3})/.exec(received)?.[1] ?? 0);
