// SPDX-License-Identifier: Apache-2.0
/**
 * `postMessage` messages between the framed app and the embedding page: the app exchanges them only with an origin of
 * `embedOrigins`.
 */
import { configIdSchema } from '../account/identity.ts';
import { CALLBACK_ERRORS } from '../failures/callback-errors.ts';
import { z } from '../schema.ts';
import { callbackQuerySchema } from './callback.ts';
import { sessionIdSchema } from './link.ts';

/** In every message, so that a page can distinguish them from others. */
export const EMBED_SOURCE = 'perfuse';
export const EMBED_VERSION = 1;

const envelope = { source: z.literal(EMBED_SOURCE), version: z.literal(EMBED_VERSION) };

export const embedMessageSchema = z.discriminatedUnion('type', [
  /** The configuration has loaded. */
  z.object({
    ...envelope,
    type: z.literal('ready'),
    configId: configIdSchema,
    sessionId: sessionIdSchema,
  }),
  /** The link could not be opened, and there is no callback: the frame says so. */
  z.object({
    ...envelope,
    type: z.literal('launch-refused'),
    sessionId: sessionIdSchema,
    /** The server's code, or one of the callback. */
    error: z.string(),
    /** The person cannot try again. */
    isFinal: z.boolean(),
  }),
  z.object({ ...envelope, type: z.literal('measurement-started') }),
  /** Progress of a measurement. */
  z.object({
    ...envelope,
    type: z.literal('progress'),
    /** Analysed parts, out of all. */
    answered: z.int().check(z.minimum(0)),
    parts: z.int().check(z.minimum(1)),
    /** Signal quality so far, 0..5. */
    stars: z.number(),
  }),
  /** The person can measure again. A failure that redirects to the callback at once is reported by `finished` only. */
  z.object({ ...envelope, type: z.literal('measurement-cancelled') }),
  /** An error; otherwise like `measurement-cancelled`. */
  z.object({
    ...envelope,
    type: z.literal('measurement-failed'),
    error: z.enum(CALLBACK_ERRORS),
  }),
  /** Results without a callback: the person reads them in the frame and can measure again. */
  z.object({
    ...envelope,
    type: z.literal('result'),
    /** As a results callback would receive them: results or a data id. */
    callback: callbackQuerySchema,
  }),
  /** The visit is over: no message follows, and the frame may be removed. */
  z.object({
    ...envelope,
    type: z.literal('finished'),
    /** What the results callback receives: results, a data id or an error. */
    callback: callbackQuerySchema,
    /** The results callback address with that query, for a page that redirects to it. */
    address: z.string(),
  }),
  /** Another screen is shown, scrolled to its top. */
  z.object({ ...envelope, type: z.literal('screen') }),
  /** Height of the content, CSS px. */
  z.object({ ...envelope, type: z.literal('height'), height: z.int().check(z.minimum(1)) }),
]);
export type EmbedMessage = z.infer<typeof embedMessageSchema>;

type Unwrapped<M> = M extends unknown ? Omit<M, keyof typeof envelope> : never;
/** A message without its envelope. */
export type EmbedNotification = Unwrapped<EmbedMessage>;

/** In every message of the embedding page. */
export const EMBEDDER_SOURCE = 'perfuse-embed';

/** Settings from the embedding page: in answer to `ready`, and on every change. */
export const embedderMessageSchema = z.object({
  source: z.literal(EMBEDDER_SOURCE),
  version: z.literal(EMBED_VERSION),
  type: z.literal('settings'),
  /** A language code; null: that of the configuration or the browser. */
  language: z.nullable(z.string().check(z.maxLength(35))),
  /** `auto`: as set in the browser. */
  theme: z.enum(['auto', 'light', 'dark']),
  /** Minimum height of screens, CSS px; null: the height of the frame, which then never shrinks. */
  height: z.nullable(z.int().check(z.minimum(200), z.maximum(4000))),
});
export type EmbedderSettings = z.infer<typeof embedderMessageSchema>;
