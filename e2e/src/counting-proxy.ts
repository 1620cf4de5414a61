// SPDX-License-Identifier: Apache-2.0
/** A proxy between a browser and the server that records every request on the network. */
import { createServer } from 'node:http';
import { listen } from '@perfuse/testing/local-server';
import { forward } from './forward.ts';

export interface CountingProxy {
  /** Ends with a slash. */
  readonly url: string;
  /** `METHOD /path` of every request so far, oldest first. */
  readonly seen: string[];
  readonly close: () => Promise<void>;
}

/** Responses of the proxy itself, by path. */
export type OwnFiles = Readonly<Record<string, { readonly type: string; readonly body: string }>>;

export async function countingProxy(target: string, own: OwnFiles = {}): Promise<CountingProxy> {
  const seen: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    seen.push(`${method} ${url}`);
    const file = own[url];
    if (file !== undefined) {
      const length = Buffer.byteLength(file.body);
      outgoing.writeHead(200, { 'content-type': file.type, 'content-length': length });
      outgoing.end(method === 'HEAD' ? undefined : file.body);
      return;
    }
    forward(incoming, outgoing, target);
  });
  const { port, close } = await listen(server);
  return { url: `http://localhost:${String(port)}/`, seen, close };
}
