// SPDX-License-Identifier: Apache-2.0
import { Readable } from 'node:stream';
import { bodyLimitOf } from '@perfuse/contract/route';
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken } from './bearer.ts';
import { checkKind, NOT_MODIFIED, type Endpoint } from './endpoint.ts';
import type { AdministratorPrincipal, Authenticate, Caller } from './principal.ts';
import type { RateGuards } from './rate-tiers.ts';
import { JSON_TYPE } from './json-type.ts';
import { sendJson } from './server.ts';
import { ServiceError } from '../errors/service-error.ts';
import { requestContextOf, type ContextOptions, type RequestContext } from './request-context.ts';

export interface MountOptions extends ContextOptions {
  readonly authenticate: Authenticate;
  readonly guards: RateGuards;
  /** For rows of administrators, who authenticate by a cookie. @throws ServiceError INVALID_TOKEN */
  readonly administrator?: (context: RequestContext) => Promise<AdministratorPrincipal>;
}

async function principalOf(
  { row }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { authenticate, administrator }: MountOptions,
): Promise<Caller | null> {
  if (row.authentication === 'public') return null;
  if (row.authentication === 'administrator') {
    if (administrator === undefined) throw new ServiceError('RESTRICTED');
    return administrator(requestContextOf(request, reply));
  }
  const token = bearerToken(request.headers.authorization);
  if (token === null) {
    if (row.authentication === 'public-or-device-or-user') return null;
    throw new ServiceError('INVALID_TOKEN');
  }
  const principal = await authenticate(token);
  checkKind(row, principal);
  return principal;
}

/** Whether an identifier is missing in the path. The router takes it as an empty one. */
const lacksId = ({ params }: FastifyRequest): boolean =>
  Object.values(params as Readonly<Record<string, string>>).includes('');

/** Suspends the timeout for silence during the work: a long deletion sends nothing, and its client is not lost. */
async function unhurried<T>({ raw }: FastifyReply, work: () => Promise<T>): Promise<T> {
  // Node closes a silent connection only if its timeout event has no listener.
  const stay = (): void => undefined;
  raw.on('timeout', stay);
  try {
    return await work();
  } finally {
    raw.off('timeout', stay);
  }
}

/** Registers rows of the contract with Fastify: the caller is authenticated before the body is read. */
export function mount(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  options: MountOptions,
): void {
  const principals = new WeakMap<FastifyRequest, Caller>();
  for (const entry of endpoints) {
    const { row } = entry;
    app.route({
      method: row.method,
      url: row.path,
      bodyLimit: bodyLimitOf(row),
      onRequest: options.guards[row.rate],
      preParsing: async (request, reply) => {
        if (lacksId(request)) throw new ServiceError('NOT_FOUND');
        const principal = await principalOf(entry, request, reply, options);
        if (principal !== null) principals.set(request, principal);
      },
      handler: async (request, reply) => {
        const answer = await unhurried(reply, () =>
          entry.call({
            params: request.params,
            query: request.query,
            body: request.body,
            principal: principals.get(request) ?? null,
            context: requestContextOf(request, reply, options),
          }),
        );
        reply.header('cache-control', 'no-store');
        // Without a content type the Python client fails at the missing body of a 304.
        if (answer === NOT_MODIFIED) return reply.code(304).type('application/json').send();
        if (row.media !== undefined) return reply.code(200).type(row.media).send(answer);
        if (answer instanceof Readable) return reply.code(200).type(JSON_TYPE).send(answer);
        return sendJson(reply, 200, answer);
      },
    });
  }
}

/** Rows of the contract as a plugin of their own. */
export const routes =
  (endpoints: readonly Endpoint[], options: MountOptions): FastifyPluginCallback =>
  (app, _options, done) => {
    mount(app, endpoints, options);
    done();
  };
