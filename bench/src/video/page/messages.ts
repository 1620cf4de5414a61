// SPDX-License-Identifier: Apache-2.0
/** Node's request to the page about one recording. */
import type { ExtractionAnswer } from '../answer.ts';

export interface ExtractionRequest {
  /** URL of the recording. */
  readonly url: string;
  /** Length of one chunk, s. */
  readonly chunkS: number;
}

declare global {
  interface Window {
    extractRecording?: (request: ExtractionRequest) => Promise<ExtractionAnswer>;
  }
}
