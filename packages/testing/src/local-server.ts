// SPDX-License-Identifier: Apache-2.0
/** Helpers for a Perfuse server on this machine. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import process from 'node:process';

export interface Listening {
  readonly port: number;
  /** Also ends the connections of an HTTP server. */
  readonly close: () => Promise<void>;
}

/** Listens on a port of this machine; by default on a free one. */
export async function listen(
  server: Server & { readonly closeAllConnections?: () => void },
  at = 0,
): Promise<Listening> {
  server.listen(at, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return {
    port: address.port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections?.();
      await closed;
    },
  };
}

/**
 * A free port of this machine, for a program that listens on it later or again. By default, no system gives ports of this
 * range to connections: one of those could take it first.
 */
export async function freePort(): Promise<number> {
  try {
    const { port, close } = await listen(
      createServer(),
      20_000 + Math.floor(Math.random() * 12_768),
    );
    await close();
    return port;
  } catch (error) {
    if (Reflect.get(Object(error), 'code') !== 'EADDRINUSE') throw error;
    return freePort();
  }
}

/** Whether the server at this address is ready. */
export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(new URL('/health/ready', url))).status === 200;
  } catch {
    return false;
  }
}

/** Variables of the machine that a program needs; Windows writes some of them in lower case. */
const OF_THE_MACHINE = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'LANG'];

/**
 * The environment of a test's server: variables of the machine and `own`. Settings of the developer's own server are
 * left out, above all the URL of its database.
 */
export function cleanEnvironment(own: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const given = Object.entries(process.env).filter(([name]) =>
    OF_THE_MACHINE.includes(name.toUpperCase()),
  );
  return { ...Object.fromEntries(given), ...own };
}
