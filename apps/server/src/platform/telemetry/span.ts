// SPDX-License-Identifier: Apache-2.0
/** What the parts of the server know of tracing: spans around their work, whether or not anybody collects them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { codeOf } from './error-code.ts';

/**
 * All that a span may tell. Routes are patterns, codes come from the contract, ids name measurements; nothing here is of
 * a person, and no address, statement or message of an error has a place.
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

/** server: asked from outside; client: asks outside; internal: the rest. */
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
  /** @param type what kind of failure: a code or the name of a class. */
  readonly fail: (type: string) => void;
  readonly end: () => void;
}

/** Opens spans that have no parent here; null where nothing is traced. */
export interface Tracing {
  readonly root: ((start: SpanStart) => Span) | null;
  /** Sends what is not sent yet. */
  readonly close: () => Promise<void>;
}

export const NO_TRACING: Tracing = { root: null, close: () => Promise.resolve() };

const active = new AsyncLocalStorage<Span>();

/** The span that the work under way belongs to. */
export const activeSpan = (): Span | undefined => active.getStore();

/** Runs something as part of a span, and whatever it begins. */
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

/** Traces work that begins here, or that belongs to a span under way. */
export function traced<T>({ root }: Tracing, start: SpanStart, work: () => Promise<T>): Promise<T> {
  if (root === null) return work();
  return during(activeSpan()?.child(start) ?? root(start), work);
}

/** Traces a part of what is traced already; else it only does it. */
export function tracedPart<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  const parent = activeSpan();
  return parent === undefined ? work() : during(parent.child(start), work);
}
