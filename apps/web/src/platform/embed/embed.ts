// SPDX-License-Identifier: Apache-2.0
/** The app in a frame of an integrator's page: messages to that page only. */
import { callbackQuerySchema } from '@perfuse/contract/launch/callback';
import {
  EMBED_SOURCE,
  EMBED_VERSION,
  embedderMessageSchema,
  type EmbedderSettings,
  type EmbedMessage,
  type EmbedNotification,
} from '@perfuse/contract/launch/embed';

export interface EmbedDeps {
  /** The embedding window; null where the app is not in a frame. */
  readonly parent: Pick<Window, 'postMessage'> | null;
  /** Its origin, where the browser exposes it. */
  readonly parentOrigin: string | null;
}

export interface Embed {
  readonly isFramed: boolean;
  /** Sets the origins that the configuration allows to embed the app; messages are queued until then. */
  readonly allow: (origins: readonly string[]) => void;
  readonly tell: (news: EmbedNotification) => void;
  /** Whether an allowed embedding page receives the messages. */
  readonly isHeard: () => boolean;
  /** Settings in a message of the embedding page; null for messages from anyone else. */
  readonly settingsFrom: (
    message: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  ) => EmbedderSettings | null;
  /**
   * Sends the embedding page the query of the results callback. The frame does not navigate there itself: the callback
   * page may forbid frames, and a frame cannot navigate the whole page. Only the first call counts: afterwards only
   * heights are sent.
   * @returns false without an allowed embedding page: the browser then goes there.
   */
  readonly finish: (address: string) => boolean;
  /** Reports that the link could not be opened. */
  readonly refuse: (
    launch: Omit<Extract<EmbedNotification, { type: 'launch-refused' }>, 'type'>,
  ) => void;
}

/** Largest number of queued messages: the newest are retained. */
const MAX_QUEUED = 20;

export function createEmbed({ parent, parentOrigin }: EmbedDeps): Embed {
  let allowed: readonly string[] | null = null;
  let waiting: EmbedMessage[] = [];
  let isFinished = false;

  /** Posts to named origins: the browser withholds the message from a page of any other origin. */
  const post = (message: EmbedMessage, origins: readonly string[]): void => {
    for (const origin of origins) parent?.postMessage(message, origin);
  };
  const targets = (origins: readonly string[]): readonly string[] =>
    parentOrigin === null ? origins : origins.filter((origin) => origin === parentOrigin);

  const messageOf = (news: EmbedNotification): EmbedMessage => ({
    source: EMBED_SOURCE,
    version: EMBED_VERSION,
    ...news,
  });

  /**
   * Where the outcome of a launch is sent. A refused one brings no configuration. The check is then that the page is
   * shown in this frame at all: the server's frame-ancestors names the same origins.
   */
  const hearers = (): readonly string[] => {
    if (allowed !== null) return targets(allowed);
    return parentOrigin === null ? [] : [parentOrigin];
  };

  const tell = (news: EmbedNotification): void => {
    // After the end, only the height of the last screen is sent.
    if (parent === null || (isFinished && news.type !== 'height')) return;
    const message = messageOf(news);
    if (allowed === null) waiting = [...waiting, message].slice(-MAX_QUEUED);
    else post(message, targets(allowed));
  };

  return {
    isFramed: parent !== null,
    tell,
    isHeard: () => parent !== null && allowed !== null && targets(allowed).length > 0,
    settingsFrom: ({ source, origin, data }) => {
      if (parent === null || source !== parent || allowed === null) return null;
      if (!targets(allowed).includes(origin)) return null;
      return embedderMessageSchema.safeParse(data).data ?? null;
    },
    allow: (origins) => {
      allowed = origins;
      for (const message of waiting) post(message, targets(origins));
      waiting = [];
    },
    finish: (address) => {
      if (parent === null) return false;
      if (isFinished) return true;
      if (hearers().length === 0) return false;
      const query = callbackQuerySchema.safeParse(
        Object.fromEntries(new URL(address).searchParams),
      );
      if (!query.success) return false;
      post(messageOf({ type: 'finished', callback: query.data, address }), hearers());
      isFinished = true;
      return true;
    },
    refuse: (launch) => post(messageOf({ type: 'launch-refused', ...launch }), hearers()),
  };
}

/** The embedding of this page. */
export function embedOf(page: Window): Embed {
  // The nearest ancestor comes first. Some browsers lack the property, which the type does not say.
  const { ancestorOrigins } = page.location as Partial<Pick<Location, 'ancestorOrigins'>>;
  return createEmbed({
    parent: page.parent === page ? null : page.parent,
    parentOrigin: ancestorOrigins?.[0] ?? null,
  });
}
