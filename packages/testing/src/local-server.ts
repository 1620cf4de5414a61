// SPDX-License-Identifier: Apache-2.0
/** Helpers for a Perfuse server on this machine. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

/** Whether the server at this address is ready. */
export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(new URL('/health/ready', url))).status === 200;
  } catch {
    return false;
  }
}
