// SPDX-License-Identifier: Apache-2.0
import type { CallbackResults } from '@perfuse/contract/launch/results';
import type { Callback, Webhook } from '@perfuse/integrator';

/** Ways in which results are returned. */
export const WAYS = ['callback', 'results-api', 'frame'] as const;
export type Way = (typeof WAYS)[number];

export interface Visit {
  readonly sessionId: string;
  readonly way: Way;
  readonly startedAt: Date;
  readonly events: Webhook['event'][];
  /** For a frame, until its page has been fetched: a link works once. */
  link: string | null;
  callback: Callback | null;
  /** What was posted to the results API. */
  posted: { readonly dataId: string; readonly results: CallbackResults } | null;
}

const MAX_VISITS = 100;
const MAX_EVENTS = 200;

/** The visits started here, in memory: a real integrator has a database. */
export class Visits {
  readonly #visits = new Map<string, Visit>();
  readonly #deliveries = new Set<string>();

  begin(sessionId: string, way: Way, link: string): Visit {
    const events: Visit['events'] = [];
    const state = { link: way === 'frame' ? link : null, callback: null, posted: null };
    const visit: Visit = { sessionId, way, startedAt: new Date(), events, ...state };
    this.#visits.set(sessionId, visit);
    for (const old of [...this.#visits.keys()].slice(0, -MAX_VISITS)) this.#visits.delete(old);
    return visit;
  }

  find = (sessionId: string | null): Visit | null => this.#visits.get(sessionId ?? '') ?? null;

  newestFirst = (): readonly Visit[] => [...this.#visits.values()].reverse();

  /** A made-up callback address must not end a visit, nor change how one ended. */
  end(callback: Callback): Visit | null {
    const visit = this.find(callback.sessionId);
    if (visit?.callback !== null) return null;
    visit.callback = callback;
    return visit;
  }

  /** Stores an event once, however often it is delivered. */
  hear({ deliveryId, event }: Webhook): void {
    if (this.#deliveries.has(deliveryId)) return;
    this.#deliveries.add(deliveryId);
    const visit = this.find(event.sessionId);
    if (visit === null || visit.events.length >= MAX_EVENTS) return;
    visit.events.push(event);
    visit.events.sort((left, right) => left.sequence - right.sequence);
  }
}

/** The results of a visit, however they arrived. */
export function resultsOf({ callback, posted }: Visit): CallbackResults | null {
  if (callback?.kind === 'results') return callback.results;
  // Posted by the installation, and named by the browser: both must have the same id.
  return callback?.kind === 'stored' && callback.dataId === posted?.dataId ? posted.results : null;
}
