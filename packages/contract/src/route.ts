// SPDX-License-Identifier: Apache-2.0
import { SMALL_BODY_BYTES } from './limits.ts';
import type { z } from './schema.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Who may call a route. `public` rows say why in `note`, also those that answer a caller with a token in more detail; `administrator` ones take the session cookie of `/admin`;
 * `organisation` is the token of a person signed in to an organisation: they may not measure.
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

/** Which rate limit a route falls under; the figures are the server's configuration. */
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
  /** Largest request body, bytes; left out, {@link SMALL_BODY_BYTES}. Read with {@link bodyLimitOf}. */
  readonly bodyLimit?: number;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Parses the body where parts of it may be refused and the rest is taken; `body` then says what is right. */
  readonly bodyReader?: z.ZodMiniType;
  readonly response: z.ZodMiniType;
  /** Media type of an answer that is a text of its own; left out, the answer is JSON. */
  readonly media?: string;
  /** Codes this route may answer in addition to the general ones. */
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
