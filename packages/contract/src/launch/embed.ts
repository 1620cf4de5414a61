// SPDX-License-Identifier: Apache-2.0
/**
 * What the app in a frame and the page around it tell each other by `postMessage`: the app speaks to an origin of
 * `embedOrigins` alone, and listens to no other.
 */
import { configIdSchema } from '../account/identity.ts';
import { CALLBACK_ERRORS } from '../failures/callback-errors.ts';
import { z } from '../schema.ts';
import { callbackQuerySchema } from './callback.ts';
import { sessionIdSchema } from './link.ts';

/** In every message, so that a page tells them from those of others. */
export const EMBED_SOURCE = 'perfuse';
export const EMBED_VERSION = 1;

const envelope = { source: z.literal(EMBED_SOURCE), version: z.literal(EMBED_VERSION) };

export const embedMessageSchema = z.discriminatedUnion('type', [
  /** The configuration is loaded. */
  z.object({
    ...envelope,
    type: z.literal('ready'),
    configId: configIdSchema,
    sessionId: sessionIdSchema,
  }),
  z.object({ ...envelope, type: z.literal('measurement-started') }),
  /** How far a measurement is. */
  z.object({
    ...envelope,
    type: z.literal('progress'),
    /** Parts that are analysed, of all. */
    answered: z.int().check(z.minimum(0)),
    parts: z.int().check(z.minimum(1)),
    /** Signal quality so far, 0..5. */
    stars: z.number(),
  }),
  /** The person can measure again. An end that goes to the callback at once is told by `finished` alone. */
  z.object({ ...envelope, type: z.literal('measurement-cancelled') }),
  /** Something broke; else as `measurement-cancelled`. */
  z.object({
    ...envelope,
    type: z.literal('measurement-failed'),
    error: z.enum(CALLBACK_ERRORS),
  }),
  /** Results, where nobody waits for them at a callback: the person reads them in the frame and can measure again. */
  z.object({
    ...envelope,
    type: z.literal('result'),
    /** As a results callback would receive them: results or a data id. */
    callback: callbackQuerySchema,
  }),
  /** The visit is over: nothing more follows, and the frame may go. */
  z.object({
    ...envelope,
    type: z.literal('finished'),
    /** What the results callback receives: results, a data id or an error. */
    callback: callbackQuerySchema,
    /** The results callback address with that query, for a page that wants to go there. */
    address: z.string(),
  }),
  /** Another screen begins, at its top. */
  z.object({ ...envelope, type: z.literal('screen') }),
  /** How high the content is, CSS px. */
  z.object({ ...envelope, type: z.literal('height'), height: z.int().check(z.minimum(1)) }),
]);
export type EmbedMessage = z.infer<typeof embedMessageSchema>;

type Unwrapped<M> = M extends unknown ? Omit<M, keyof typeof envelope> : never;
/** A message before it is put into its envelope. */
export type EmbedNews = Unwrapped<EmbedMessage>;

/** In every message of the page around. */
export const EMBEDDER_SOURCE = 'perfuse-embed';

/** What the page around wishes: in answer to `ready`, and whenever it changes. */
export const embedderMessageSchema = z.object({
  source: z.literal(EMBEDDER_SOURCE),
  version: z.literal(EMBED_VERSION),
  type: z.literal('settings'),
  /** A language code; null: as the configuration and the browser say. */
  language: z.nullable(z.string().check(z.maxLength(35))),
  /** `auto`: as the browser says. */
  theme: z.enum(['auto', 'light', 'dark']),
  /** How high screens are at least, CSS px; null: as high as the frame, which then never becomes lower. */
  height: z.nullable(z.int().check(z.minimum(200), z.maximum(4000))),
});
export type EmbedderSettings = z.infer<typeof embedderMessageSchema>;
