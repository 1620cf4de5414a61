// SPDX-License-Identifier: Apache-2.0
/** Messages between Node and the page. */
import { z } from '@perfuse/contract/schema';
import { VIDEO_FAULTS } from '@perfuse/capture/unusable-video';

export interface ConversionRequest {
  /** URL of the recording. */
  readonly input: string;
  /** URL that receives the bytes of the y4m file in order. */
  readonly output: string;
  /** Whether the recording is y4m. */
  readonly raw: boolean;
  readonly longestSide: number;
  readonly leadInFrames: number;
}

export const conversionResultSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    width: z.int(),
    height: z.int(),
    rate: z.object({ numerator: z.int(), denominator: z.int() }),
    /** Frames of the recording, without the lead-in. */
    frames: z.int(),
    leadInFrames: z.int(),
  }),
  z.object({ ok: z.literal(false), fault: z.enum(VIDEO_FAULTS), message: z.string() }),
]);
export type ConversionResult = z.infer<typeof conversionResultSchema>;

declare global {
  interface Window {
    convertRecording?: (request: ConversionRequest) => Promise<ConversionResult>;
  }
}
