// SPDX-License-Identifier: Apache-2.0
/** A fake administration server behind `fetch`, according to the contract's route table. */
import { ADMIN_ROUTES } from '@perfuse/contract/admin/routes';
import { ADMIN_HEADER, ADMIN_PATH, ADMINISTRATOR_HEADER } from '@perfuse/contract/admin/session';
import { ANALYSIS_ERRORS, type AnalysisErrorCode } from '@perfuse/contract/analysis/errors';
import { fieldErrors, type FieldErrors } from '@perfuse/contract/field-errors';
import type { Route, RouteAnswer } from '@perfuse/contract/route';
import { vi } from 'vitest';

type Table = typeof ADMIN_ROUTES;
export type Name = keyof Table;

export interface Asked {
  readonly name: Name;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The administrator that the page was rendered for. */
  readonly administratorId: string | null;
}

/** No answer; the connection breaks before an answer, or within it; an answer that none of our servers gives. */
export type Fault = 'silent' | 'cut' | 'broken off' | 'page' | 'nonsense';

type Answer = (asked: Asked, signal: AbortSignal) => Promise<Response>;

export interface FakeServer {
  readonly calls: readonly Asked[];
  /** The requests to a route, in order. */
  readonly asked: (name: Name) => readonly Asked[];
  /** Sets a route's answer from now on; it is checked against the contract's schema. */
  readonly answers: <K extends Name>(
    name: K,
    answer: RouteAnswer<Table[K]> | ((asked: Asked) => RouteAnswer<Table[K]>),
  ) => void;
  readonly refuses: (
    name: Name,
    code: AnalysisErrorCode,
    more?: { status?: number; fields?: FieldErrors; lockedS?: number },
  ) => void;
  readonly fails: (name: Name, fault: Fault) => void;
  /** Lets the page's pending requests time out. */
  readonly runOutOfTime: () => void;
}

const json = (status: number, body: unknown): Response => Response.json(body, { status });

function refusal(
  code: AnalysisErrorCode,
  { status, fields, lockedS }: { status?: number; fields?: FieldErrors; lockedS?: number } = {},
): Response {
  const { status: usual, message } = ANALYSIS_ERRORS[code];
  return json(status ?? usual, {
    Code: code,
    Message: message,
    Errors: fields,
    remainingLockoutDurationSec: lockedS,
  });
}

const names = Object.keys(ADMIN_ROUTES) as Name[]; // The table is a constant.

/** The route of a call with its parameters; undefined for an unknown address. */
function routeOf(method: string, path: string) {
  for (const name of names) {
    const route = ADMIN_ROUTES[name];
    const pattern = new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    const found = route.method === method ? pattern.exec(path) : null;
    if (found !== null) {
      const params = Object.entries(found.groups ?? {}).map(
        ([key, value]) => [key, decodeURIComponent(value)] as const,
      );
      return { name, route: route as Route, params: Object.fromEntries(params) };
    }
  }
  return undefined;
}

const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => reject(new DOMException('The operation timed out.', 'TimeoutError'));
    signal.addEventListener('abort', stop);
  });

const brokenOff = (): Response =>
  new Response(
    new ReadableStream({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode('{"organisations": ['));
        stream.error(new TypeError('terminated'));
      },
    }),
  );

const FAULTS: Readonly<Record<Fault, Answer>> = {
  silent: (_, signal) => never(signal),
  cut: () => Promise.reject(new TypeError('Failed to fetch')),
  'broken off': () => Promise.resolve(brokenOff()),
  page: () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })),
  nonsense: () => Promise.resolve(json(200, { surprise: true })),
};

/** Replaces the server in a test. Calls without a planned answer get NOT_FOUND. */
export function fakeServer(): FakeServer {
  const calls: Asked[] = [];
  const plans = new Map<Name, Answer>();
  const limits: AbortController[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController();
    limits.push(limit);
    return limit.signal;
  });

  async function answer(address: string, init: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(address, 'https://admin.example');
    const found = routeOf(init.method ?? 'GET', pathname.replace(`${ADMIN_PATH}/api`, ''));
    const signal = init.signal ?? new AbortController().signal;
    if (found === undefined) throw new Error(`There is no route for ${address}.`);
    const headers = new Headers(init.headers);
    if (headers.get(ADMIN_HEADER.name) !== ADMIN_HEADER.value) {
      return refusal('RESTRICTED');
    }
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const asked = {
      name: found.name,
      params: found.params,
      query: Object.fromEntries(searchParams),
      body,
      administratorId: headers.get(ADMINISTRATOR_HEADER),
    };
    calls.push(asked);
    const plan = plans.get(found.name);
    if (plan === undefined) return refusal('NOT_FOUND');
    const judged = found.route.body?.safeParse(body);
    if (judged?.success === false) {
      return refusal('VALIDATION_ERROR', { fields: fieldErrors(judged.error.issues, 'body') });
    }
    return plan(asked, signal);
  }

  vi.stubGlobal('fetch', answer);
  return {
    calls,
    asked: (name) => calls.filter((call) => call.name === name),
    answers: (name, given) =>
      void plans.set(name, (asked) => {
        const value = typeof given === 'function' ? given(asked) : given;
        const route: Route = ADMIN_ROUTES[name];
        route.response.parse(value);
        return Promise.resolve(json(200, value));
      }),
    refuses: (name, code, more) => void plans.set(name, () => Promise.resolve(refusal(code, more))),
    fails: (name, fault) => void plans.set(name, FAULTS[fault]),
    runOutOfTime: () => {
      for (const limit of limits.splice(0)) limit.abort();
    },
  };
}
