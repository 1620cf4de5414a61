// SPDX-License-Identifier: Apache-2.0
import type {
  Route,
  RouteBodyInput,
  RouteParams,
  RouteQuery,
  RouteResponse,
  RouteTable,
} from '@perfuse/contract/route';
import { ApiError } from './api-error.ts';

/** For an answer, ms, unless the call names another time. */
const TIMEOUT_MS = 15_000;

type Part<Name extends string, T> = undefined extends T
  ? Partial<Record<Name, T>>
  : Record<Name, T>;

/** Query parameters of the route with their values in the URL. Undefined and empty ones are left out. */
type Query<R extends Route> = {
  readonly [K in keyof RouteQuery<R>]?: string | number | undefined;
};

/** Arguments of a call: the parts that the route declares, and a token if it requires one. */
type RouteRequest<R extends Route> = Part<'params', RouteParams<R>> &
  Part<'body', RouteBodyInput<R>> &
  (R['authentication'] extends 'public' | 'public-or-device-or-user' | 'administrator'
    ? { token?: string }
    : { token: string }) & {
    query?: Query<R>;
    signal?: AbortSignal;
    /** For an answer that takes long to make. */
    timeoutMs?: number;
  };

/** A request may be omitted when nothing in it is required. */
type Arguments<R extends Route> =
  Partial<RouteRequest<R>> extends RouteRequest<R>
    ? [request?: RouteRequest<R>]
    : [request: RouteRequest<R>];

/** Calls the routes of one contract table. Every failure is an {@link ApiError}. */
export interface ContractClient<T extends RouteTable> {
  call<K extends keyof T & string>(
    name: K,
    ...request: Arguments<T[K]>
  ): Promise<RouteResponse<T[K]>>;
}

export interface ClientOptions {
  /** Headers of every request, read for each one. */
  readonly headers?: () => Readonly<Record<string, string>>;
  /** Called for every call that fails, before its promise rejects. */
  readonly onError?: (route: string, error: ApiError) => void;
}

interface LooseRequest {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly token?: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** The texts and numbers of an object; URLs contain nothing else. */
function textsOf(value: unknown): [string, string][] {
  const texts: [string, string][] = [];
  for (const [name, part] of Object.entries(value ?? {}) as [string, unknown][]) {
    if (typeof part === 'string' || typeof part === 'number') texts.push([name, String(part)]);
  }
  return texts;
}

/** The route's URL with its `:name` parameters and query filled in. */
function addressOf(prefix: string, route: Route, { params, query }: LooseRequest): string {
  const values = new Map(textsOf(params));
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(values.get(name) ?? ''),
  );
  const search = new URLSearchParams(textsOf(query).filter(([, text]) => text !== '')).toString();
  return prefix + path + (search === '' ? '' : `?${search}`);
}

function requestInit(
  route: Route,
  { body, token }: LooseRequest,
  headers: Readonly<Record<string, string>>,
): RequestInit {
  return {
    method: route.method,
    headers: {
      Accept: 'application/json',
      ...headers,
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    credentials: 'include',
    cache: 'no-store',
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param prefix where the table's routes are mounted, such as `/api`. */
export function createContractClient<T extends RouteTable>(
  routes: T,
  prefix: string,
  { headers = () => ({}), onError }: ClientOptions = {},
): ContractClient<T> {
  const send = async (name: string, route: Route, request: LooseRequest): Promise<unknown> => {
    const timeout = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS);
    let response: Response;
    let body: unknown;
    try {
      response = await fetch(addressOf(prefix, route, request), {
        ...requestInit(route, request, headers()),
        signal: request.signal === undefined ? timeout : AbortSignal.any([request.signal, timeout]),
      });
      body = parseJson(await response.text());
    } catch (cause) {
      throw ApiError.network(name, cause, timeout.aborted ? route.method : undefined);
    }
    if (!response.ok) {
      throw ApiError.answered(name, response.status, body, response.headers.get('Retry-After'));
    }
    const parsed = route.response.safeParse(body);
    if (!parsed.success) throw ApiError.malformed(name, response.status);
    return parsed.data;
  };
  return {
    call: async (name, ...[request]) => {
      const route: Route | undefined = routes[name];
      if (route === undefined) throw new RangeError(`There is no route '${name}'.`);
      const answer = await send(name, route, request ?? {}).catch((error: unknown) => {
        if (error instanceof ApiError) onError?.(name, error);
        throw error;
      });
      // The route's own schema parsed the response; the table ties that schema to the route's name.
      return answer as RouteResponse<T[typeof name]>;
    },
  };
}
