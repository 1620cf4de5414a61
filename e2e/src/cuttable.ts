// SPDX-License-Identifier: Apache-2.0
/** A wire between a browser and a server that a test can cut and mend: a TCP relay on a port of its own. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface Cuttable {
  /** The far end's address, by way of the wire. Ends with a slash. */
  readonly url: string;
  /** Breaks every connection and lets no new one through. */
  readonly cut: () => void;
  readonly mend: () => void;
  readonly remove: () => Promise<void>;
}

export async function cuttable(farUrl: string): Promise<Cuttable> {
  const far = new URL(farUrl);
  const sockets = new Set<Socket>();
  let isCut = false;

  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The other end went away: that is what this is for.
    socket.on('error', () => socket.destroy());
    return socket;
  };
  const server = createServer((near) => {
    keep(near);
    if (isCut) {
      near.destroy();
      return;
    }
    const onward = keep(connect(Number(far.port), far.hostname));
    near.pipe(onward).pipe(near);
    near.on('close', () => onward.destroy());
    onward.on('close', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The wire has no port.');
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://localhost:${String(address.port)}/`,
    cut: () => {
      isCut = true;
      breakAll();
    },
    mend: () => {
      isCut = false;
    },
    remove: async () => {
      const closed = once(server, 'close');
      server.close();
      breakAll();
      await closed;
    },
  };
}
