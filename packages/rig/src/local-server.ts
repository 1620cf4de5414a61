// SPDX-License-Identifier: Apache-2.0
/** What starting a Perfuse server on this machine takes, for measuring and for journeys. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of this machine that nothing listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

/** Whether the server at this address says that it is ready. */
export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(new URL('/health/ready', url))).status === 200;
  } catch {
    return false;
  }
}
