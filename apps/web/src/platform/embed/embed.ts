// SPDX-License-Identifier: Apache-2.0
/** The app in a frame of an integrator's page: messages to that page, and to no other. */
import { callbackQuerySchema } from '@perfuse/contract/launch/callback';
import {
  EMBED_SOURCE,
  EMBED_VERSION,
  embedderMessageSchema,
  type EmbedderSettings,
  type EmbedMessage,
  type EmbedNews,
} from '@perfuse/contract/launch/embed';

export interface EmbedDeps {
  /** The window around; null where the app is not in a frame. */
  readonly parent: Pick<Window, 'postMessage'> | null;
  /** Its origin, where the browser exposes it. */
  readonly parentOrigin: string | null;
}

export interface Embed {
  readonly isFramed: boolean;
  /** Origins that the configuration lets frame the app; until they are known news wait. */
  readonly allow: (origins: readonly string[]) => void;
  readonly tell: (news: EmbedNews) => void;
  /** Whether a page around is known to hear this. */
  readonly isHeard: () => boolean;
  /** What the page around wishes; null for a message of anybody else. */
  readonly settingsFrom: (
    message: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  ) => EmbedderSettings | null;
  /**
   * Brings the page around what would go to the results callback. Its frame does not go there itself: the callback page
   * may forbid frames, and a frame cannot take the whole page along.
   * Only the first counts: nothing but heights is told afterwards.
   * @returns false without an allowed outer page: the browser then goes there.
   */
  readonly finish: (address: string) => boolean;
}

/** More news than this does not wait: the newest count. */
const MAX_QUEUED = 20;

export function createEmbed({ parent, parentOrigin }: EmbedDeps): Embed {
  let allowed: readonly string[] | null = null;
  let waiting: EmbedMessage[] = [];
  let isFinished = false;

  /** Each message goes to named origins: the browser keeps it from a page of any other. */
  const post = (message: EmbedMessage, origins: readonly string[]): void => {
    for (const origin of origins) parent?.postMessage(message, origin);
  };
  const targets = (origins: readonly string[]): readonly string[] =>
    parentOrigin === null ? origins : origins.filter((origin) => origin === parentOrigin);

  const tell = (news: EmbedNews): void => {
    // Nothing follows the end but how high the last screen is.
    if (parent === null || (isFinished && news.type !== 'height')) return;
    // Proven: news are messages without their envelope.
    const message = { source: EMBED_SOURCE, version: EMBED_VERSION, ...news } as EmbedMessage;
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
      // A refused launch brings no configuration. That the page is shown in this frame at all is then the check: the
      // server's frame-ancestors names the same origins.
      if (allowed === null && parentOrigin === null) return false;
      if (allowed !== null && targets(allowed).length === 0) return false;
      const query = callbackQuerySchema.safeParse(
        Object.fromEntries(new URL(address).searchParams),
      );
      if (!query.success) return false;
      const news = { type: 'finished', callback: query.data, address } as const;
      if (allowed !== null) tell(news);
      else if (parentOrigin !== null) {
        post({ source: EMBED_SOURCE, version: EMBED_VERSION, ...news }, [parentOrigin]);
      }
      isFinished = true;
      return true;
    },
  };
}

/** The frame that this page is in. */
export function embedOf(page: Window): Embed {
  // The nearest comes first. Not every browser has it, which the type does not say.
  const { ancestorOrigins } = page.location as Partial<Pick<Location, 'ancestorOrigins'>>;
  return createEmbed({
    parent: page.parent === page ? null : page.parent,
    parentOrigin: ancestorOrigins?.[0] ?? null,
  });
}
