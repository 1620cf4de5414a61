// SPDX-License-Identifier: Apache-2.0
import { EVENT_LIMITS, type RefusedEvent, type RemoteEvent } from '@perfuse/contract/events/events';
import { EVENT_ROUTES } from '@perfuse/contract/events/routes';
import type { RouteBody } from '@perfuse/contract/route';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { invalid } from '../../platform/errors/validation.ts';
import { launchOf, type LaunchRepository, type LaunchRef } from '../launch/index.ts';
import type { EventRepository } from './event-repository.ts';

/** Most events stored per configuration, the newest, so that a flood cannot fill the disk. */
const MAX_PER_CONFIGURATION = 100_000;
/** New events of a configuration after which its surplus is deleted. */
const TRIM_EVERY = 2_000;
/** A launch that fills its quota in less time is no measurement: further events are stored but not forwarded, ms. */
const FLOOD_MS = 3_600_000;

/** Quotas, which tests lower. */
export interface EventQuotas {
  readonly perLaunch?: number;
  readonly perConfiguration?: number;
  readonly trimEvery?: number;
}

export interface EventServiceDeps extends EventQuotas {
  readonly events: EventRepository;
  readonly retentionMs: number;
  /** Forwards events to the webhook of their configuration; the same ones may be passed again. */
  readonly forward?: (launch: LaunchRef, told: readonly RemoteEvent[]) => Promise<void>;
  readonly now: () => number;
}

/**
 * Accepts events that browsers report for their configuration's events webhook, and stores them for the retention time.
 */
export class EventService {
  readonly #events: EventRepository;
  readonly #retentionMs: number;
  readonly #forward: EventServiceDeps['forward'];
  readonly #now: () => number;
  readonly #perLaunch: number;
  readonly #perConfiguration: number;
  readonly #trimEvery: number;
  /** Events of a configuration since its last trim. */
  readonly #untrimmed = new Map<string, number>();

  constructor({ events, retentionMs, forward, now, ...quotas }: EventServiceDeps) {
    this.#events = events;
    this.#retentionMs = retentionMs;
    this.#forward = forward;
    this.#now = now;
    this.#perLaunch = quotas.perLaunch ?? EVENT_LIMITS.perSession;
    this.#perConfiguration = quotas.perConfiguration ?? MAX_PER_CONFIGURATION;
    this.#trimEvery = quotas.trimEvery ?? TRIM_EVERY;
  }

  /**
   * The newest events of a launch are kept, whatever other launches report. A full configuration loses its oldest ones,
   * which are queued for the webhook already: none is refused for events of others.
   * @throws ServiceError NOT_FOUND when the configuration was deleted.
   */
  async add(launch: LaunchRef, events: readonly RemoteEvent[]): Promise<number> {
    const { configuration_id: configurationId, session_id: sessionId, hash: launchHash } = launch;
    const numbered = await this.#events.numbered({
      configurationId,
      sessionId,
      launchHash,
      events,
    });
    const lowest = await this.#events.lowestKept(launchHash, this.#perLaunch);
    const isFlood = lowest !== null && lowest.received_at > this.#now() - FLOOD_MS;
    // Without a stored row, nothing shows that an event was forwarded: a page that numbers downwards would be forwarded
    // forever.
    const kept = numbered.filter(({ sequence }) => lowest === null || sequence > lowest.sequence);
    if (kept.length === 0) return 0;
    // Before storing: a stored event is not reported again, so it must be queued by then.
    if (!isFlood) await this.#forward?.(launch, kept);
    const told = { configurationId, sessionId, launchHash, events: kept };
    const added = await this.#events.add(told, this.#perLaunch);
    if (added === null) throw new ServiceError('NOT_FOUND', 'There is no such configuration.');
    await this.#trim(configurationId, added);
    return added;
  }

  /** Adds events that the server itself reports of a launch, once however often it is called. */
  async addOnce(launch: LaunchRef, events: readonly RemoteEvent[]): Promise<void> {
    if (!(await this.#events.has(launch.hash))) await this.add(launch, events);
  }

  async #trim(configurationId: string, added: number): Promise<void> {
    const untrimmed = (this.#untrimmed.get(configurationId) ?? 0) + added;
    this.#untrimmed.set(configurationId, untrimmed < this.#trimEvery ? untrimmed : 0);
    if (untrimmed < this.#trimEvery) return;
    await this.#events.trim(configurationId, this.#perConfiguration);
  }

  /** Deletes events past their retention. @returns how many. */
  purge(): Promise<number> {
    return this.#events.expire(this.#now() - this.#retentionMs);
  }
}

type ReadBody = RouteBody<typeof EVENT_ROUTES.events>;

/**
 * The valid events of a body, and the refused entries.
 * @throws ServiceError VALIDATION_ERROR when none is valid.
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

export const eventEndpoints = (
  service: EventService,
  launches: LaunchRepository,
): readonly Endpoint[] => [
  endpoint(EVENT_ROUTES.events, async ({ params, body, context }) => {
    const { good, bad } = sorted(body);
    const sessionIds = good.map(({ sessionId }) => sessionId);
    const calledFor = { configId: params.id, sessionIds };
    const launch = await launchOf(launches, context.launchSecret, calledFor);
    const stored = await service.add(launch, good);
    return bad.length === 0 ? { stored } : { stored, refused: bad };
  }),
];
