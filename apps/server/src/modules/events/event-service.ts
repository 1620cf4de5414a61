// SPDX-License-Identifier: Apache-2.0
import { EVENT_LIMITS, type RefusedEvent, type RemoteEvent } from '@perfuse/contract/events/events';
import { EVENT_ROUTES } from '@perfuse/contract/events/routes';
import type { RouteBody } from '@perfuse/contract/route';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { invalid } from '../../platform/errors/validation.ts';
import type { EventRepository } from './event-repository.ts';

/** Most events kept for one configuration, so that a flood cannot fill the disk. */
const MOST_PER_CONFIGURATION = 100_000;

const noConfiguration = (): ServiceError =>
  new ServiceError('NOT_FOUND', 'There is no such configuration.');

export interface EventServiceDeps {
  readonly events: EventRepository;
  readonly retentionMs: number;
  /** Takes events for the webhook of their configuration; the same ones may come again. */
  readonly forward?: (configurationId: string, told: readonly RemoteEvent[]) => Promise<void>;
  readonly now?: () => number;
}

/** Takes what browsers tell for the events webhook of their configuration, and keeps it until the retention ends. */
export class EventService {
  readonly #events: EventRepository;
  readonly #retentionMs: number;
  readonly #forward: EventServiceDeps['forward'];
  readonly #now: () => number;

  constructor({ events, retentionMs, forward, now = Date.now }: EventServiceDeps) {
    this.#events = events;
    this.#retentionMs = retentionMs;
    this.#forward = forward;
    this.#now = now;
  }

  /** @throws ServiceError NOT_FOUND, or RATE_LIMIT when a session or a configuration has told too much. */
  async add(configurationId: string, told: readonly RemoteEvent[]): Promise<number> {
    if (!(await this.#events.hasConfiguration(configurationId))) {
      throw noConfiguration();
    }
    for (const sessionId of new Set(told.map((event) => event.sessionId))) {
      const most = EVENT_LIMITS.perSession;
      if ((await this.#events.count(configurationId, most, sessionId)) >= most) {
        throw new ServiceError('RATE_LIMIT', `A session may tell ${String(most)} events.`);
      }
    }
    if (
      (await this.#events.count(configurationId, MOST_PER_CONFIGURATION)) >= MOST_PER_CONFIGURATION
    ) {
      throw new ServiceError('RATE_LIMIT', 'This configuration has no room for more events.');
    }
    const numbered = await this.#events.numbered(configurationId, told);
    // Before: what is stored is not told again, so that it must be on its way by then.
    await this.#forward?.(configurationId, numbered);
    const added = await this.#events.add(configurationId, numbered);
    if (added === null) throw noConfiguration();
    return added;
  }

  /** Deletes events past their retention. @returns how many. */
  purge(): Promise<number> {
    return this.#events.expire(this.#now() - this.#retentionMs);
  }
}

type ReadBody = RouteBody<typeof EVENT_ROUTES.events>;

/**
 * The good events of a body, and which entries are not.
 * @throws ServiceError VALIDATION_ERROR when none is good.
 */
function sorted(body: ReadBody): { good: RemoteEvent[]; bad: RefusedEvent[] } {
  if (!Array.isArray(body)) return { good: [body], bad: [] };
  const good = body.flatMap((entry) => (entry.ok ? [entry.value] : []));
  const bad = body.flatMap((entry, index) => (entry.ok ? [] : [{ index, errors: entry.reason }]));
  if (good.length > 0) return { good, bad };
  const fields = bad.flatMap(({ index, errors }) =>
    Object.entries(errors).map(([field, rules]) => [`${String(index)}.${field}`, rules] as const),
  );
  throw invalid(Object.fromEntries(fields));
}

export const eventEndpoints = (service: EventService): readonly Endpoint[] => [
  endpoint(EVENT_ROUTES.events, async ({ params, body }) => {
    const { good, bad } = sorted(body);
    const stored = await service.add(params.id, good);
    return bad.length === 0 ? { stored } : { stored, refused: bad };
  }),
];
