// SPDX-License-Identifier: Apache-2.0
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerToken } from './bearer.ts';
import { checkKind, NOT_MODIFIED, type Endpoint } from './endpoint.ts';
import type { Authenticate, Principal } from './principal.ts';
import type { RateGuards } from './rate-tiers.ts';
import { sendJson } from './server.ts';
import { ServiceError } from './service-error.ts';
import { surroundingsOf } from './surroundings.ts';

export interface MountOptions {
  readonly authenticate: Authenticate;
  readonly guards: RateGuards;
}

async function principalOf(
  { row }: Endpoint,
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Principal | null> {
  if (row.authentication === 'public') return null;
  const token = bearerToken(request.headers.authorization);
  if (token === null) throw new ServiceError('INVALID_TOKEN');
  const principal = await authenticate(token);
  checkKind(row, principal);
  return principal;
}

/** Registers rows of the contract with Fastify: authentication comes before the body is read. */
export function mount(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  { authenticate, guards }: MountOptions,
): void {
  const principals = new WeakMap<FastifyRequest, Principal>();
  for (const entry of endpoints) {
    const { row } = entry;
    app.route({
      method: row.method,
      url: row.path,
      bodyLimit: row.bodyLimit,
      onRequest: guards[row.rate],
      preParsing: async (request) => {
        const principal = await principalOf(entry, request, authenticate);
        if (principal !== null) principals.set(request, principal);
      },
      handler: async (request, reply) => {
        const answer = await entry.call({
          params: request.params,
          query: request.query,
          body: request.body,
          principal: principals.get(request) ?? null,
          surroundings: surroundingsOf(request, reply),
        });
        reply.header('cache-control', 'no-store');
        if (answer === NOT_MODIFIED) return reply.code(304).send();
        return sendJson(reply, 200, answer);
      },
    });
  }
}
