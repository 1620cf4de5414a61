// SPDX-License-Identifier: Apache-2.0
/** What the app in a frame tells the page around it, by `postMessage`, to an origin of `embedOrigins` alone. */
import { configIdSchema } from '../account/identity.ts';
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
  /** The person can measure again, unless `finished` follows. */
  z.object({ ...envelope, type: z.literal('measurement-cancelled') }),
  /** The visit is over: nothing more follows, and the frame may go. */
  z.object({
    ...envelope,
    type: z.literal('finished'),
    /** What the results callback receives: results, a data id or an error. */
    callback: callbackQuerySchema,
    /** The results callback address with that query, for a page that wants to go there. */
    address: z.string(),
  }),
  /** How high the content is, CSS px. */
  z.object({ ...envelope, type: z.literal('height'), height: z.int().check(z.minimum(1)) }),
]);
export type EmbedMessage = z.infer<typeof embedMessageSchema>;

type Unwrapped<M> = M extends unknown ? Omit<M, keyof typeof envelope> : never;
/** A message before it is put into its envelope. */
export type EmbedNews = Unwrapped<EmbedMessage>;
