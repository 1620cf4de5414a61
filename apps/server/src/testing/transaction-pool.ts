// SPDX-License-Identifier: Apache-2.0
/** Test helper: a PostgreSQL connection pool in transaction mode, like PgBouncer's. */
import { connect, createServer, type Socket } from 'node:net';
import { listen } from '@perfuse/testing/local-server';

const TERMINATE = 0x58;
const READY = 0x5a;
const IDLE = 0x49;

interface Session {
  readonly socket: Socket;
  /** Its present user: until its startup is answered, and from the first message of a transaction to its end. */
  client: Socket | null;
}

/** Sessions stay open; each transaction gets the most recently used one. @returns the pool's address. */
export async function transactionPool(
  address: string,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const target = new URL(address);
  const sessions = new Set<Session>();
  const free: Session[] = [];
  const clients = new Set<Socket>();

  const open = (client: Socket): Session => {
    const socket = connect(Number(target.port), target.hostname);
    const session: Session = { socket, client };
    let rest = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      const owner = session.client;
      rest = Buffer.concat([rest, bytes]);
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const end = rest.readUInt32BE(1) + 1;
        if (rest[0] === READY && rest[5] === IDLE) {
          session.client = null;
          free.push(session);
        }
        rest = rest.subarray(end);
      }
      owner?.write(bytes);
    });
    socket.on('error', () => undefined);
    sessions.add(session);
    return session;
  };

  const server = createServer((client) => {
    clients.add(client);
    client.on('error', () => undefined);
    let current: Session | undefined;
    client.on('data', (bytes: Buffer) => {
      if (bytes[0] === TERMINATE) {
        client.end();
        return;
      }
      if (current?.client !== client) {
        current = current === undefined ? open(client) : (free.pop() ?? current);
        current.client = client;
      }
      current.socket.write(bytes);
    });
    client.on('close', () => {
      if (current?.client === client) current.socket.destroy();
    });
  });
  const { port, close } = await listen(server);
  const url = new URL(address);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    close: () => {
      for (const socket of clients) socket.destroy();
      for (const { socket } of sessions) socket.destroy();
      void close();
    },
  };
}
