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
import { tellApiError } from './api-errors.ts';

const TIMEOUT_MS = 15_000;

type Part<Name extends string, T> = undefined extends T
  ? Partial<Record<Name, T>>
  : Record<Name, T>;

/** What a call of a route is given: the parts that the route declares, and a token where it asks for one. */
type RouteRequest<R extends Route> = Part<'params', RouteParams<R>> &
  Part<'query', RouteQuery<R>> &
  Part<'body', RouteBodyInput<R>> &
  (R['authentication'] extends 'public' ? { token?: string } : { token: string }) & {
    signal?: AbortSignal;
  };

/** A request may be left out when nothing in it is demanded. */
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

interface LooseRequest {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly token?: string;
  readonly signal?: AbortSignal;
}

/** The texts and numbers of an object; addresses hold nothing else. */
function textsOf(value: unknown): [string, string][] {
  const texts: [string, string][] = [];
  for (const [name, part] of Object.entries(value ?? {}) as [string, unknown][]) {
    if (typeof part === 'string' || typeof part === 'number') texts.push([name, String(part)]);
  }
  return texts;
}

/** The route's address with its `:name` parameters and query filled in. */
function addressOf(prefix: string, route: Route, request: LooseRequest): string {
  let path = route.path;
  for (const [name, value] of textsOf(request.params)) {
    path = path.replace(`:${name}`, encodeURIComponent(value));
  }
  const query = new URLSearchParams(textsOf(request.query));
  const text = query.toString();
  return prefix + path + (text === '' ? '' : `?${text}`);
}

function requestInit(route: Route, request: LooseRequest): RequestInit {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (request.token !== undefined) headers['Authorization'] = `Bearer ${request.token}`;
  // Mails and text messages come in the language that the person reads the app in, whatever the browser's is.
  const language = typeof document === 'undefined' ? '' : document.documentElement.lang;
  if (language !== '') headers['Accept-Language'] = language;
  const hasBody = request.body !== undefined;
  if (hasBody) headers['Content-Type'] = 'application/json';
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  return {
    method: route.method,
    headers,
    credentials: 'include',
    cache: 'no-store',
    signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
    ...(hasBody ? { body: JSON.stringify(request.body) } : {}),
  };
}

async function send(
  prefix: string,
  name: string,
  route: Route,
  request: LooseRequest,
): Promise<unknown> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(addressOf(prefix, route, request), requestInit(route, request));
    const text = await response.text();
    body = parseJson(text);
  } catch (cause) {
    throw ApiError.network(name, cause);
  }
  if (!response.ok) {
    throw ApiError.answered(name, response.status, body, response.headers.get('Retry-After'));
  }
  const parsed = route.response.safeParse(body);
  if (!parsed.success) throw ApiError.malformed(name, response.status);
  return parsed.data;
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
): ContractClient<T> {
  return {
    call: async (name, ...[request]) => {
      const route: Route | undefined = routes[name];
      if (route === undefined) throw new RangeError(`There is no route '${name}'.`);
      const answer = await send(prefix, name, route, request ?? {}).catch((error: unknown) => {
        if (error instanceof ApiError) tellApiError(name, error);
        throw error;
      });
      // The route's own schema parsed the answer; the table ties that schema to the route's name.
      return answer as RouteResponse<T[typeof name]>;
    },
  };
}
