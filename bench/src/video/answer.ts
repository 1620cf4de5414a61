// SPDX-License-Identifier: Apache-2.0
/** The page's answer about one recording; plain JSON. */
import { z } from '@perfuse/contract/schema';

export const extractedSchema = z.object({
  ok: z.literal(true),
  /** Payloads in order, base64. The last ends with copies of the last frame, later than `lastMs`. */
  payloads: z.array(z.string()),
  frames: z.int(),
  /** Time of the last frame of the recording, ms. */
  lastMs: z.number(),
  width: z.int(),
  height: z.int(),
});
export type ExtractedRecording = z.infer<typeof extractedSchema>;

export const extractionAnswerSchema = z.discriminatedUnion('ok', [
  extractedSchema,
  z.object({ ok: z.literal(false), fault: z.string(), message: z.string() }),
]);
export type ExtractionAnswer = z.infer<typeof extractionAnswerSchema>;
