// SPDX-License-Identifier: Apache-2.0
import { SMALL_BODY_BYTES } from './limits.ts';
import type { z } from './schema.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Who may call a route. `public` rows give the reason in `note`, including those that return more detail to a caller
 * with a token; `administrator` ones take the session cookie of `/admin`; `organisation` is the token of a person
 * signed in to an organisation, which does not permit measuring.
 */
export type Authentication =
  | 'public'
  | 'public-or-device-or-user'
  | 'device'
  | 'user'
  | 'device-or-user'
  | 'user-or-organisation'
  | 'device-or-user-or-organisation'
  | 'administrator';

/** Rate limit of a route; the server's configuration sets the figures. */
export type RateTier = 'relaxed' | 'normal' | 'strict';

/**
 * One row of the contract. Server routes, typed clients and the reference pages are built from these rows.
 * `params`, `query` and `body` are parsed before a handler runs; `response` strips what it does not declare.
 */
export interface Route {
  readonly method: Method;
  /** With `:name` parameters, below the area's prefix. */
  readonly path: string;
  readonly summary: string;
  readonly authentication: Authentication;
  readonly rate: RateTier;
  /** Largest request body, bytes; default {@link SMALL_BODY_BYTES}. Read with {@link bodyLimitOf}. */
  readonly bodyLimit?: number;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Parses the body where parts of it may be refused and the rest accepted; `body` then describes a valid body. */
  readonly bodyReader?: z.ZodMiniType;
  readonly response: z.ZodMiniType;
  /** Media type of a response that is not JSON; default JSON. */
  readonly media?: string;
  /** Error codes of this route in addition to the general ones. */
  readonly errors?: readonly string[];
  readonly note?: string;
}

/** Largest request body of a route, bytes. */
export const bodyLimitOf = ({ bodyLimit = SMALL_BODY_BYTES }: Route): number => bodyLimit;

export type RouteTable = Readonly<Record<string, Route>>;

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type Given<S> = S extends z.ZodMiniType ? z.input<S> : undefined;

export type RouteParams<R extends Route> = Parsed<R['params']>;
export type RouteQuery<R extends Route> = Parsed<R['query']>;
export type RouteBody<R extends Route> = R extends { readonly bodyReader: infer S }
  ? Parsed<S>
  : Parsed<R['body']>;
export type RouteBodyInput<R extends Route> = Given<R['body']>;
export type RouteResponse<R extends Route> = z.output<R['response']>;
export type RouteAnswer<R extends Route> = z.input<R['response']>;
