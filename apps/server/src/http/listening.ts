// SPDX-License-Identifier: Apache-2.0
import type { Server } from 'node:net';

/** Listens; resolves with the server once it does. @throws Error when the port is taken. */
export async function listening<S extends Server>(
  server: S,
  port: number,
  host: string,
): Promise<S> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}
