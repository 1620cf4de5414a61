// SPDX-License-Identifier: Apache-2.0
/** Test helper: a network path to a PostgreSQL database that can fail while the database and all other paths work. */
import { connect, createServer, type Socket } from 'node:net';
import { listen } from '@perfuse/testing/local-server';

export interface DatabaseProxy {
  /** The database's address by this path. */
  readonly url: string;
  /** Drops all traffic of existing connections, as if the other machine had disappeared; accepts new ones. */
  readonly fallSilent: () => void;
  /** Like {@link fallSilent}, and new connections get no answer either. */
  readonly fallSilentForGood: () => void;
  /** Closes the connections and refuses new ones. */
  readonly cut: () => void;
  /** Accepts new connections again. */
  readonly mend: () => void;
  readonly end: () => void;
}

export async function startDatabaseProxy(address: string): Promise<DatabaseProxy> {
  const url = new URL(address);
  const directory = url.searchParams.get('host');
  const open = new Set<Socket>();
  const silences: (() => void)[] = [];
  let takes: 'all' | 'none' | 'silently' = 'all';
  const server = createServer((incoming) => {
    incoming.on('error', () => undefined);
    open.add(incoming);
    if (takes === 'silently') return;
    if (takes === 'none') {
      incoming.destroy();
      return;
    }
    const outgoing =
      directory === null
        ? connect(Number(url.port || 5432), url.hostname)
        : connect(`${directory}/.s.PGSQL.${url.searchParams.get('port') ?? (url.port || '5432')}`);
    let isSilent = false;
    outgoing.on('error', () => undefined);
    incoming.on('data', (bytes) => isSilent || outgoing.write(bytes));
    outgoing.on('data', (bytes) => isSilent || incoming.write(bytes));
    incoming.on('close', () => outgoing.destroy());
    silences.push(() => {
      isSilent = true;
    });
  });
  const { port, close } = await listen(server);
  const endAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  const fallSilent = (): void => silences.forEach((fall) => fall());
  const through = new URL(address);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  through.searchParams.delete('host');
  through.searchParams.delete('port');
  return {
    url: through.href,
    fallSilent,
    fallSilentForGood: () => {
      takes = 'silently';
      fallSilent();
    },
    cut: () => {
      takes = 'none';
      endAll();
    },
    mend: () => {
      takes = 'all';
    },
    end: () => {
      endAll();
      void close();
    },
  };
}
