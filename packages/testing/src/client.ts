// SPDX-License-Identifier: Apache-2.0
/** A small client of both APIs over real sockets. */
import { ACTIONS, decodeResponse, encodeRequest } from '@perfuse/contract/analysis/frames';
import type { ResponseFrame } from '@perfuse/contract/analysis/frames';
import { z } from '@perfuse/contract/schema';
import { WebSocket, type ClientOptions } from 'ws';
import { WAIT_MS } from './waiting.ts';

export interface ServerAddress {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  /** `127.0.0.1:port` */
  readonly host: string;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

export async function call(
  { origin }: Pick<ServerAddress, 'origin'>,
  method: string,
  path: string,
  options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
  });
  const text = await response.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, body, headers: response.headers };
}

/** The Cookie header that a browser would send after this response. */
export const cookieOf = ({ headers }: Pick<Answer, 'headers'>): string =>
  headers
    .getSetCookie()
    .filter((cookie) => !/; *max-age=0(?:;|$)/i.test(cookie))
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

const pair = z.object({ Token: z.string(), RefreshToken: z.string() });
const withId = z.object({ ID: z.string() });

export async function guest(server: ServerAddress): Promise<z.output<typeof pair>> {
  return pair.parse((await call(server, 'POST', '/api/token')).body);
}

export async function openMeasurement(
  server: ServerAddress & { readonly studyId: string },
  token: string,
  body: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const answer = await call(server, 'POST', '/analysis/measurements', {
    token,
    body: { StudyID: server.studyId, Resolution: 0, ...body },
  });
  return withId.parse(answer.body).ID;
}

export const addChunk = (
  server: ServerAddress,
  token: string,
  id: string,
  Payload: string,
  Action: string,
): Promise<Answer> =>
  call(server, 'POST', `/analysis/measurements/${id}/data`, { token, body: { Action, Payload } });

/** A websocket client that matches answers to requests by id. */
export class TestSocket {
  readonly socket: WebSocket;
  readonly frames: ResponseFrame[] = [];
  readonly kinds: boolean[] = [];
  readonly #waiters: (() => void)[] = [];
  #count = 0;

  constructor(url: string, protocols: string[] = ['json'], options: ClientOptions = {}) {
    this.socket = new WebSocket(url, protocols, options);
    this.socket.on('message', (data: Buffer, isBinary: boolean) => {
      this.kinds.push(isBinary);
      const frame = decodeResponse(data);
      if (frame.ok) this.frames.push(frame.value);
      this.#wake();
    });
    this.socket.on('error', () => undefined);
  }

  opened(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.socket.once('open', resolve);
      this.socket.once('unexpected-response', (_request, response) =>
        reject(new Error(`refused with ${String(response.statusCode)}`)),
      );
    });
  }

  closed(): Promise<number> {
    return new Promise((resolve) => this.socket.once('close', resolve));
  }

  /** Resolves once `find` returns a value for the frames received. @throws after the time limit. */
  async until<T>(find: (frames: readonly ResponseFrame[]) => T | undefined): Promise<T> {
    const limit = AbortSignal.timeout(WAIT_MS);
    limit.addEventListener('abort', () => this.#wake());
    for (;;) {
      const found = find(this.frames);
      if (found !== undefined) return found;
      limit.throwIfAborted();
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
  }

  #wake(): void {
    for (const wake of this.#waiters.splice(0)) wake();
  }

  nextId(action: string): string {
    this.#count += 1;
    return action + String(this.#count).padStart(6, '0');
  }

  /** Sends a request and resolves to its first answer. */
  async ask(
    action: (typeof ACTIONS)[keyof typeof ACTIONS],
    body: unknown,
    options: { asText?: boolean; requestId?: string } = {},
  ): Promise<ResponseFrame> {
    const requestId = options.requestId ?? this.nextId(action);
    const before = this.frames.length;
    const bytes = encodeRequest(action, requestId, body);
    if (options.asText === true) this.socket.send(Buffer.from(bytes).toString('latin1'));
    else this.socket.send(bytes);
    return this.until((frames) =>
      frames.slice(before).find((frame) => frame.requestId === requestId),
    );
  }

  results(requestId: string): readonly ResponseFrame[] {
    return this.frames.filter(
      (frame) =>
        frame.requestId === requestId && JSON.stringify(frame.body).includes('MeasurementDataID'),
    );
  }

  resultCount(requestId: string, count: number): Promise<readonly ResponseFrame[]> {
    return this.until(() => {
      const results = this.results(requestId);
      return results.length >= count ? results : undefined;
    });
  }
}

/** A logged-in socket. */
export async function connect(server: ServerAddress, token: string): Promise<TestSocket> {
  const socket = new TestSocket(`ws://${server.host}/analysis`);
  await socket.opened();
  await socket.ask(ACTIONS.loginWithToken, { Token: token });
  return socket;
}
