// SPDX-License-Identifier: Apache-2.0
import { ADMIN_ROUTES } from '@perfuse/contract/admin/routes';
import { ADMIN_HEADER, ADMIN_PATH } from '@perfuse/contract/admin/session';
import type { Route, RouteBodyInput, RouteParams, RouteResponse } from '@perfuse/contract/route';
import { AdminError } from './admin-error.ts';

/** Longer than the server takes, shorter than people wait. */
const TIMEOUT_MS = 15_000;

type Table = typeof ADMIN_ROUTES;
export type AdminRouteName = keyof Table;

type Part<Name extends string, T> = undefined extends T ? unknown : Readonly<Record<Name, T>>;
/** What a call is given: the parts that its route declares. */
export type AdminRequest<K extends AdminRouteName> = Part<'params', RouteParams<Table[K]>> &
  Part<'body', RouteBodyInput<Table[K]>> & {
    readonly query?: Readonly<Record<string, string | number | undefined>>;
  };

/** Every call of the server goes through one of these. Every failure is an {@link AdminError}. */
export type Ask = <K extends AdminRouteName>(
  name: K,
  ...request: unknown extends AdminRequest<K>
    ? [request?: AdminRequest<K>]
    : Partial<AdminRequest<K>> extends AdminRequest<K>
      ? [request?: AdminRequest<K>]
      : [request: AdminRequest<K>]
) => Promise<RouteResponse<Table[K]>>;

interface LooseRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

function addressOf(route: Route, { params = {}, query = {} }: LooseRequest): string {
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const wanted = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') wanted.set(name, String(value));
  }
  const search = wanted.toString();
  return `${ADMIN_PATH}/api${path}${search === '' ? '' : `?${search}`}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function answerOf(route: Route, request: LooseRequest): Promise<unknown> {
  const { body } = request;
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  let text: string;
  try {
    response = await fetch(addressOf(route, request), {
      method: route.method,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: limit,
      headers: {
        [ADMIN_HEADER.name]: ADMIN_HEADER.value,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    text = await response.text();
  } catch {
    throw limit.aborted ? AdminError.silent(route.method !== 'GET') : AdminError.network();
  }
  const answer = parseJson(text);
  if (!response.ok) throw AdminError.of(answer);
  return answer;
}

/**
 * @param onSignedOut hears that the session is over.
 */
export function createClient(onSignedOut: () => void): Ask {
  return async (name, ...[request]) => {
    const route: Route = ADMIN_ROUTES[name];
    try {
      const answer = await answerOf(route, request ?? {});
      const parsed = route.response.safeParse(answer);
      if (!parsed.success) throw new AdminError('INTERNAL_ERROR', 'The answer is not understood.');
      // Proven: it went through the schema that the type is inferred from.
      return parsed.data as RouteResponse<Table[typeof name]>;
    } catch (error) {
      if (error instanceof AdminError && error.code === 'INVALID_TOKEN') onSignedOut();
      throw error;
    }
  };
}
