// SPDX-License-Identifier: Apache-2.0
import { Readable } from 'node:stream';
import type {
  Route,
  RouteAnswer,
  RouteBody,
  RouteParams,
  RouteQuery,
} from '@perfuse/contract/route';
import { z } from '@perfuse/contract/schema';
import type { RequestContext } from './request-context.ts';
import type {
  AdministratorPrincipal,
  Caller,
  DevicePrincipal,
  Member,
  Principal,
  TokenPrincipal,
  UserPrincipal,
} from './principal.ts';
import { ServiceError } from '../errors/service-error.ts';
import { parseInput } from '../errors/validation.ts';

/** Returned by a handler if the caller's copy is current. */
export const NOT_MODIFIED = Symbol('not modified');

interface PrincipalKinds {
  readonly public: null;
  /** Null without a token. */
  readonly 'public-or-device-or-user': Principal | null;
  readonly device: DevicePrincipal;
  readonly user: UserPrincipal;
  readonly 'device-or-user': Principal;
  readonly 'user-or-organisation': Member;
  readonly 'device-or-user-or-organisation': TokenPrincipal;
  readonly administrator: AdministratorPrincipal;
}

interface Call<R extends Route> {
  readonly params: RouteParams<R>;
  readonly query: RouteQuery<R>;
  readonly body: RouteBody<R>;
  /** Null on public routes only. */
  readonly principal: PrincipalKinds[R['authentication']];
  readonly context: RequestContext;
}

export type Handler<R extends Route> = (
  call: Call<R>,
) => Promise<RouteAnswer<R> | typeof NOT_MODIFIED> | RouteAnswer<R> | typeof NOT_MODIFIED;

interface RawCall {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly principal: Caller | null;
  readonly context: RequestContext;
}

/** A row of the contract with its handler; input and output are parsed by the row's schemas. */
export interface Endpoint {
  readonly row: Route;
  /** Resolves to the body to send, or a stream of its text, holding nothing that the row does not declare. */
  readonly call: (raw: RawCall) => Promise<unknown>;
}

const part = (schema: z.ZodMiniType | undefined, value: unknown, name: string): unknown =>
  schema === undefined ? undefined : parseInput(schema, value, name);

function parsedCall<R extends Route>(row: R, raw: RawCall): Call<R> {
  const parsed = {
    params: part(row.params, raw.params, 'params'),
    query: part(row.query, raw.query, 'query'),
    body: part(row.bodyReader ?? row.body, raw.body, 'body'),
    principal: raw.principal,
    context: raw.context,
  };
  // Proven: each part went through the schema its type is inferred from, and the adaptor refuses a call without a
  // principal unless the row is public.
  return parsed as Call<R>;
}

export function endpoint<R extends Route>(row: R, handler: Handler<R>): Endpoint {
  const call = async (raw: RawCall): Promise<unknown> => {
    const answer = await handler(parsedCall(row, raw));
    if (answer === NOT_MODIFIED) return NOT_MODIFIED;
    const declared = z.safeParse(row.response, answer);
    if (declared.success) return declared.data;
    const fields = declared.error.issues.map(({ path }) => path.join('.')).join(', ');
    throw new Error(`The answer of ${row.method} ${row.path} breaks its schema at: ${fields}`);
  };
  return { row, call };
}

/**
 * Like {@link endpoint}, for a long response: the handler yields its JSON in parts and must itself comply with the
 * row's schema.
 */
export const streamedEndpoint = <R extends Route>(
  row: R,
  handler: (call: Call<R>) => Promise<AsyncIterable<string>>,
): Endpoint => ({
  row,
  // Compression reads bytes.
  call: async (raw) => Readable.from(await handler(parsedCall(row, raw)), { objectMode: false }),
});

/** @throws ServiceError RESTRICTED when the kind of token does not fit the row. */
export function checkKind(row: Route, principal: Caller): void {
  const allowed: readonly string[] = row.authentication.split('-or-');
  if (!allowed.includes(principal.kind)) throw new ServiceError('RESTRICTED');
}
