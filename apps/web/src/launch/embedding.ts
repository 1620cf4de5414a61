// SPDX-License-Identifier: Apache-2.0
import type { RemoteEventName } from '@perfuse/contract/events/events';
import type { EventLog } from '@perfuse/flow';
import { embedOf } from '../platform/embed/embed.ts';
import type { Visit, VisitStore } from './visit.ts';

const EMBED = embedOf(window);

/** Goes to an integrator's callback; in a frame the outer page gets a message instead, and decides. */
export function leavePage(address: string): void {
  if (!EMBED.finish(address)) window.location.replace(address);
}

const EMBEDDER_MESSAGES: Partial<
  Record<RemoteEventName, 'measurement-started' | 'measurement-cancelled'>
> = {
  MEASUREMENT_STARTED: 'measurement-started',
  CANCELED: 'measurement-cancelled',
};

/** The same log, which also sends the outer page the events that concern it. */
export function withEmbedderMessages(events: EventLog): EventLog {
  if (!EMBED.isFramed) return events;
  return {
    ...events,
    tell: (event, payload) => {
      const type = EMBEDDER_MESSAGES[event];
      if (type !== undefined) EMBED.tell({ type });
      events.tell(event, payload);
    },
  };
}

/**
 * Reports the content's height when it changes. Screens are at least as high as the frame: content that just fills it
 * is not reported, and a page that subtracts its border from each reported height would shrink the frame step by step.
 */
function watchHeight(content: Element): void {
  let before = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(content.scrollHeight);
    const fillsFrame = Math.abs(height - window.innerHeight) <= 1;
    if (height === before || height < 1 || fillsFrame) return;
    before = height;
    EMBED.tell({ type: 'height', height });
  }).observe(content);
}

/** Begins to tell the page around this frame, if there is one, once a launch says who it may be. */
export function startEmbedding(visit: VisitStore): void {
  if (!EMBED.isFramed) return;
  let known: Visit['launched'] = null;
  const follow = ({ launched }: Visit): void => {
    if (launched === null || launched === known) return;
    known = launched;
    EMBED.allow(launched.settings.embedOrigins);
    const { configId, sessionId } = launched;
    EMBED.tell({ type: 'ready', configId, sessionId });
  };
  follow(visit.getState());
  visit.subscribe(follow);
  watchHeight(document.body);
}
