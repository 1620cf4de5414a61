// SPDX-License-Identifier: Apache-2.0
/** What Node, the page and its worker say to each other about one recording. */
import { z } from '@perfuse/contract/schema';
import type { ExtractionAnswer } from '../answer.ts';

export interface ExtractionRequest {
  /** Address of the recording. */
  readonly url: string;
  /** Whether it is y4m. */
  readonly raw: boolean;
  /** Length of one chunk, s. */
  readonly chunkS: number;
}

/** To the worker: the request, where the extractor's builds lie and the way to the tracker. */
export const workerRequestSchema = z.object({
  url: z.url(),
  raw: z.boolean(),
  chunkS: z.number(),
  files: z.object({ simd: z.url(), plain: z.url() }),
  port: z.instanceof(MessagePort),
});
export type WorkerRequest = z.infer<typeof workerRequestSchema>;

declare global {
  interface Window {
    extractRecording?: (request: ExtractionRequest) => Promise<ExtractionAnswer>;
  }
}
