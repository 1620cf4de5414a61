// SPDX-License-Identifier: Apache-2.0
/** Requests as a browser sends them, with access to every header of the answer. */
import { randomBytes } from 'node:crypto';
import {
  Agent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as SecureAgent, request as httpsRequest } from 'node:https';
import { performance } from 'node:perf_hooks';

export interface WebRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface WebAnswer {
  readonly status: number;
  /** All values of a header, joined by commas; null if it is missing. */
  readonly header: (name: string) => string | null;
  /** At most a megabyte of it, as UTF-8. */
  readonly body: string;
  /** From the request to the first byte, ms. */
  readonly tookMs: number;
  /** Arrival of the first byte by this machine's clock, ms since 1970. */
  readonly at: number;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

const isSecure = ({ protocol }: URL): boolean => protocol === 'https:';

const open = (url: URL, options: RequestOptions) =>
  (isSecure(url) ? httpsRequest : httpRequest)(url, {
    agent: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...options,
  });

const headerOf =
  ({ headersDistinct }: IncomingMessage) =>
  (name: string): string | null =>
    headersDistinct[name]?.join(', ') ?? null;

/** Redirects are returned, not followed. @throws Error if no answer arrives. */
export function ask(
  url: URL,
  { method = 'GET', headers = {}, body = '' }: WebRequest = {},
): Promise<WebAnswer> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    // A server closes other connections as soon as it has answered: the answer to a body that it refuses would be lost.
    const agent = new (isSecure(url) ? SecureAgent : Agent)({ keepAlive: true });
    const request = open(url, {
      agent,
      method,
      headers: { accept: '*/*', 'user-agent': 'perfuse-doctor', ...length, ...headers },
    });
    request.once('response', (answer) => {
      const at = Date.now();
      const tookMs = performance.now() - began;
      const parts: Buffer[] = [];
      let bytes = 0;
      const end = (): void =>
        resolve({
          status: answer.statusCode ?? 0,
          header: headerOf(answer),
          body: Buffer.concat(parts).toString('utf8'),
          tookMs,
          at,
        });
      answer.on('data', (part: Buffer) => {
        if (bytes < MAX_BYTES) parts.push(part);
        bytes += part.length;
      });
      answer.once('end', end);
      answer.once('error', reject);
    });
    request.on('error', reject);
    request.once('close', () => agent.destroy());
    request.end(body);
  });
}

/** Opens a websocket and closes it. @returns the status of the answer; 101 if it opened. */
export function upgrade(url: URL, subprotocol: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = open(url, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        origin: url.origin,
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
        'sec-websocket-protocol': subprotocol,
      },
    });
    request.once('upgrade', (_answer, socket) => {
      socket.destroy();
      resolve(101);
    });
    request.once('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    request.on('error', reject);
    request.end();
  });
}
