// SPDX-License-Identifier: Apache-2.0
/**
 * Sends events to an integrator's webhook in the background: they are queued, sent in small batches, and dropped after
 * some retries. Nothing waits for them.
 */
import {
  EVENT_LIMITS,
  REMOTE_EVENTS,
  type EventPayload,
  type RemoteEvent,
  type RemoteEventName,
} from '@perfuse/contract/events/events';

/** The session that the events belong to; known once the configuration is. */
export interface EventSession {
  readonly sessionId: string;
  /** @returns the next event number of this session: 0, 1, 2 and so on, also across page loads. */
  readonly nextSequence: () => number;
}

export interface EventLogPorts {
  /** Current time, ISO 8601 in UTC. */
  readonly timestamp: () => string;
  /** Rejects when a retry may help. */
  readonly post: (events: readonly RemoteEvent[]) => Promise<void>;
  /**
   * Hands events to the browser, which sends them even after the page is closed. Rejects where it could not: the page
   * is still open.
   */
  readonly beacon: (events: readonly RemoteEvent[]) => Promise<void>;
  readonly wait: (ms: number) => Promise<void>;
  /** Resolves when the browser reports a network. */
  readonly online: () => Promise<void>;
}

export interface EventLog {
  readonly tell: (event: RemoteEventName, payload?: EventPayload) => void;
  /** Events are queued until this is called. Null: there is no receiver; they are dropped. */
  readonly open: (session: EventSession | null) => void;
  /** Call when the page closes: sends all pending events by beacon. */
  readonly flush: () => void;
}

/** Wait for further events that are sent in the same batch, ms. */
const GATHER_MS = 500;
/** Largest number of queued events: beyond it the oldest are dropped. */
const MAX_QUEUED = 300;
const TRIES = 5;
const FIRST_PAUSE_MS = 1000;

type Draft = Omit<RemoteEvent, 'sessionId' | 'sequence'>;

function inBatches(events: readonly RemoteEvent[]): RemoteEvent[][] {
  const batches: RemoteEvent[][] = [];
  for (let at = 0; at < events.length; at += EVENT_LIMITS.perRequest) {
    batches.push(events.slice(at, at + EVENT_LIMITS.perRequest));
  }
  return batches;
}

export function createEventLog({ timestamp, post, beacon, wait, online }: EventLogPorts): EventLog {
  const drafts: Draft[] = [];
  let waiting: RemoteEvent[] = [];
  /** Undefined until known. */
  let session: EventSession | null | undefined;
  let sending = false;
  /** An event of an earlier session would be refused, and every other one of its request with it. */
  const isCurrent = ({ sessionId }: RemoteEvent): boolean => sessionId === session?.sessionId;

  const addressDrafts = (to: EventSession): void => {
    for (const draft of drafts.splice(0)) {
      waiting.push({ ...draft, sessionId: to.sessionId, sequence: to.nextSequence() });
    }
    waiting = waiting.slice(-MAX_QUEUED);
  };

  /** @returns once the events are sent, or the last try has failed. */
  const deliver = async (batch: readonly RemoteEvent[]): Promise<void> => {
    for (let tried = 0; tried < TRIES; tried += 1) {
      // Without a network, no try would count.
      await online();
      if (!batch.every(isCurrent)) return;
      try {
        await post(batch);
        return;
      } catch {
        await wait(FIRST_PAUSE_MS * 2 ** tried);
      }
    }
  };

  const send = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    while (waiting.length > 0) {
      await wait(GATHER_MS);
      const batch = waiting.slice(0, EVENT_LIMITS.perRequest);
      // The batch stays in the queue until then, so that a flush sends it too: the server counts a repeated event once.
      await deliver(batch);
      waiting = waiting.filter((event) => !batch.includes(event));
    }
    sending = false;
  };

  return {
    tell: (event, payload = {}) => {
      if (session === null) return;
      drafts.push({ timestamp: timestamp(), event, severity: REMOTE_EVENTS[event], payload });
      if (drafts.length > MAX_QUEUED) drafts.shift();
      if (session === undefined) return;
      addressDrafts(session);
      void send();
    },
    open: (next) => {
      session = next;
      waiting = waiting.filter(isCurrent);
      if (next === null) drafts.length = 0;
      else addressDrafts(next);
      if (waiting.length > 0) void send();
    },
    flush: () => {
      for (const batch of inBatches(waiting.splice(0))) {
        beacon(batch).catch(() => {
          waiting = [...batch.filter(isCurrent), ...waiting].slice(-MAX_QUEUED);
          void send();
        });
      }
    },
  };
}
