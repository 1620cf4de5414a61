// SPDX-License-Identifier: Apache-2.0
/** A TCP relay between a browser and a server, which a test can disconnect. */
import { connect, createServer, type Socket } from 'node:net';
import { listen } from '@perfuse/testing/local-server';

export interface TcpRelay {
  /** The address of the server, through the relay. Ends with a slash. */
  readonly url: string;
  /** Breaks every connection and lets no new one through. */
  readonly disconnect: () => void;
  readonly reconnect: () => void;
  readonly close: () => Promise<void>;
}

export async function tcpRelay(targetUrl: string): Promise<TcpRelay> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let isDisconnected = false;

  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Expected when the other end disconnects.
    socket.on('error', () => socket.destroy());
    return socket;
  };
  const server = createServer((client) => {
    keep(client);
    if (isDisconnected) {
      client.destroy();
      return;
    }
    const onward = keep(connect(Number(target.port), target.hostname));
    client.pipe(onward).pipe(client);
    client.on('close', () => onward.destroy());
    onward.on('close', () => client.destroy());
  });
  const { port, close } = await listen(server);
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://localhost:${String(port)}/`,
    disconnect: () => {
      isDisconnected = true;
      breakAll();
    },
    reconnect: () => {
      isDisconnected = false;
    },
    close: async () => {
      const closed = close();
      breakAll();
      await closed;
    },
  };
}
