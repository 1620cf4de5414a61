// SPDX-License-Identifier: Apache-2.0
/** An HTTP server that records the requests it receives, such as an integrator's webhook. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listen } from './local-server.ts';
import { until } from './waiting.ts';

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
  let replies: readonly Reply[] = [{ status: 200, body: {} }];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const [reply = { status: 500 }, ...later] = replies;
      if (later.length > 0) replies = later;
      received.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(reply.status, reply.headers).end(JSON.stringify(reply.body ?? {}));
    });
  });
  const { port, close } = await listen(server);
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    received,
    count: (wanted) =>
      until(() => (received.length < wanted ? undefined : received), `${String(wanted)} requests`),
    answer: (...next) => {
      replies = next;
    },
    stop: close,
  };
}
