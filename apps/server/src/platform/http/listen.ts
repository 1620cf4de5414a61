// SPDX-License-Identifier: Apache-2.0
import type { FastifyInstance } from 'fastify';
import { codeOf } from '../telemetry/error-code.ts';

/** The server cannot listen on the configured address. The message names the setting. */
class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly code = 'LISTEN';
}

export interface ListenAddress {
  readonly port: number;
  readonly host: string;
  /** Prefix of the names of the two settings, PORT and HOST. */
  readonly prefix?: string;
}

function ruleOf(error: unknown, { port, host, prefix = '' }: ListenAddress): string | null {
  const at = `${String(port)} of ${host}`;
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `${prefix}PORT cannot be used: another program listens on port ${at}. Stop it (ss -ltnp shows it), or set a free port.`;
    case 'EACCES':
      return `${prefix}PORT cannot be used: this account may not listen on port ${at}. Set one from 1024 up, or grant CAP_NET_BIND_SERVICE.`;
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
      return `${prefix}HOST cannot be used: ${host} is not an address of this machine.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${prefix}HOST cannot be used: the name ${host} cannot be resolved.`;
    default:
      return null;
  }
}

/** Resolves once a server listens. @throws ListenError that names the setting to change. */
export async function listen(app: FastifyInstance, address: ListenAddress): Promise<void> {
  try {
    await app.listen({ port: address.port, host: address.host });
  } catch (error) {
    const rule = ruleOf(error, address);
    throw rule === null ? error : new ListenError(rule, { cause: error });
  }
}
