// SPDX-License-Identifier: Apache-2.0
import { request, type IncomingMessage, type ServerResponse } from 'node:http';

/** Forwards a request, and its response back. @param headers added to those of the request. */
export function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const { hostname, port } = new URL(target);
  const { method, url } = incoming;
  const onward = request(
    { hostname, port, method, path: url, headers: { ...incoming.headers, ...headers } },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}
