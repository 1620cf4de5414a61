// SPDX-License-Identifier: Apache-2.0
/** Stands between a browser and the server and writes down what really went over the network. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CountingProxy {
  /** Ends with a slash. */
  readonly url: string;
  /** `METHOD /path` of every request so far, oldest first. */
  readonly seen: string[];
  readonly close: () => Promise<void>;
}

/** What the proxy answers itself, by path. */
export type OwnFiles = Readonly<Record<string, { readonly type: string; readonly body: string }>>;

export async function countingProxy(target: string, own: OwnFiles = {}): Promise<CountingProxy> {
  const seen: string[] = [];
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    seen.push(`${method} ${url}`);
    const file = own[url];
    if (file !== undefined) {
      const length = Buffer.byteLength(file.body);
      outgoing.writeHead(200, { 'content-type': file.type, 'content-length': length });
      outgoing.end(method === 'HEAD' ? undefined : file.body);
      return;
    }
    const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // An address of a listening TCP server is never a path.
  const address = server.address() as AddressInfo;
  return {
    url: `http://localhost:${String(address.port)}/`,
    seen,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
