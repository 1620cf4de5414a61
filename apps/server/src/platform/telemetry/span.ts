// SPDX-License-Identifier: Apache-2.0
/** Tracing as the server's modules use it: spans around their work, whether or not a collector receives them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { codeOf } from './error-code.ts';

/**
 * All attributes that a span may have. Routes are patterns, codes come from the contract, ids name measurements; there
 * is no personal data, address, SQL statement or error message among them.
 */
export interface SpanFacts {
  readonly 'http.request.method'?: string;
  readonly 'http.route'?: string;
  readonly 'http.response.status_code'?: number;
  readonly 'db.operation.name'?: string;
  readonly 'db.collection.name'?: string;
  readonly 'perfuse.action'?: string;
  readonly 'perfuse.measurement'?: string;
  readonly 'perfuse.chunk'?: number;
  readonly 'perfuse.tries'?: number;
  readonly 'perfuse.channel'?: string;
  readonly 'error.type'?: string;
}

/** server: an incoming request; client: an outgoing one; internal: the rest. */
export type SpanKind = 'server' | 'client' | 'internal';

export interface SpanStart {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly facts?: SpanFacts;
  /** When it began, ms since 1970; now by default. */
  readonly startMs?: number;
}

export interface Span {
  /** As 32 and 16 hexadecimal digits. */
  readonly traceId: string;
  readonly spanId: string;
  readonly child: (start: SpanStart) => Span;
  readonly tell: (facts: SpanFacts) => void;
  /** @param type the kind of failure: a code or the name of a class. */
  readonly fail: (type: string) => void;
  readonly end: () => void;
}

/** Opens root spans; null if nothing is traced. */
export interface Tracing {
  readonly root: ((start: SpanStart) => Span) | null;
  /** Sends pending spans. */
  readonly close: () => Promise<void>;
}

export const NO_TRACING: Tracing = { root: null, close: () => Promise.resolve() };

const active = new AsyncLocalStorage<Span>();

/** The span of the current async context. */
export const activeSpan = (): Span | undefined => active.getStore();

/** Runs work, and everything that it starts, as part of a span. */
export const within = <T>(span: Span, work: () => T): T => active.run(span, work);

async function during<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await within(span, work);
  } catch (error) {
    span.fail(codeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Traces work as a child of the active span, or else as a root span. */
export function traced<T>({ root }: Tracing, start: SpanStart, work: () => Promise<T>): Promise<T> {
  if (root === null) return work();
  return during(activeSpan()?.child(start) ?? root(start), work);
}

/** Traces work as a child of the active span; without one, only runs it. */
export function tracedPart<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  const parent = activeSpan();
  return parent === undefined ? work() : during(parent.child(start), work);
}
