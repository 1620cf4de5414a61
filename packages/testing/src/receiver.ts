// SPDX-License-Identifier: Apache-2.0
/** An HTTP server that records the requests it receives, such as an integrator's webhook. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listen } from './local-server.ts';
import { WAIT_MS } from './waiting.ts';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Receiver {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  readonly received: readonly Received[];
  /** Resolves once this number of requests has been received. @throws after the time limit. */
  readonly count: (wanted: number) => Promise<readonly Received[]>;
  /** Sets the replies from now on: the n-th to the n-th request, then the last one. */
  readonly answer: (...replies: readonly Reply[]) => void;
  readonly stop: () => Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const waiters = new Set<() => void>();
  let replies: readonly Reply[] = [{ status: 200, body: {} }];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const [reply = { status: 500 }, ...later] = replies;
      if (later.length > 0) replies = later;
      received.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(reply.status, reply.headers).end(JSON.stringify(reply.body ?? {}));
      for (const wake of waiters) wake();
    });
  });
  const { port, close } = await listen(server);
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    received,
    count: (wanted) =>
      new Promise((resolve, reject) => {
        const limit = setTimeout(() => {
          waiters.delete(look);
          reject(
            new Error(`${String(received.length)} of ${String(wanted)} requests came in time.`),
          );
        }, WAIT_MS);
        const look = (): void => {
          if (received.length < wanted) return;
          waiters.delete(look);
          clearTimeout(limit);
          resolve(received);
        };
        waiters.add(look);
        look();
      }),
    answer: (...next) => {
      replies = next;
    },
    stop: close,
  };
}
