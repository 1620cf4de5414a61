// SPDX-License-Identifier: Apache-2.0
import { decodeChunk } from '@perfuse/contract/payload/codec';
import { encodeEvidence } from '@perfuse/contract/results/evidence-codec';
import {
  decodeChannel,
  encodeChannels,
  RESULT_MULTIPLIER,
  type ResultMessage,
} from '@perfuse/contract/results/message';
import { withScratch } from '../signal/scratch.ts';
import { MeasurementAnalysis, type MeasurementAnalysisOptions } from './measurement-analysis.ts';

export interface PayloadAnalysisOptions extends MeasurementAnalysisOptions {
  /** Heart rate of the result before the first requested one, per minute. */
  readonly previousHeartRate?: number;
}

/**
 * One measurement from payloads to results as they are sent. The service and a browser that measures locally both run
 * it, so that they give the same bytes for the same chunks.
 */
export class PayloadAnalysis {
  readonly #analysis: MeasurementAnalysis;
  /** From the previous result: keeps a live display on one of two similar peaks. */
  #heartRate: number | undefined;

  constructor({ previousHeartRate, ...options }: PayloadAnalysisOptions = {}) {
    this.#analysis = new MeasurementAnalysis(options);
    this.#heartRate = previousHeartRate;
  }

  /** Approximate memory that it holds, bytes. */
  get bytes(): number {
    return this.#analysis.bytes;
  }

  /** Adds the next payload, which the receiver has checked. @throws Error when it cannot be read. */
  add(payload: Uint8Array): void {
    const chunk = decodeChunk(payload, { isTrusted: true });
    if (!chunk.ok) throw new Error(`A payload could not be read: ${chunk.reason}`);
    this.#analysis.add(chunk.value);
  }

  /** Does what can be done before the next answer; chunks that are added from then on come after those so far. */
  prepare(): void {
    this.#analysis.prepare();
  }

  /** @param live whether more chunks will follow. @returns channels and evidence. */
  answer(live: boolean): ResultMessage['Channels'] {
    return withScratch(() => this.#answer(live));
  }

  #answer(live: boolean): ResultMessage['Channels'] {
    const { channels, evidence } = this.#analysis.read({
      live,
      evidence: true,
      // The final result must not depend on what was shown before it.
      ...(live && this.#heartRate !== undefined && { previousHeartRate: this.#heartRate }),
    });
    const encoded = encodeChannels(channels);
    const { HR_BPM } = encoded;
    // As read back from a stored result, so that both paths give the same bytes.
    const shown = HR_BPM === undefined ? null : decodeChannel(HR_BPM, RESULT_MULTIPLIER).value;
    this.#heartRate = shown ?? undefined;
    return { ...encoded, ...(evidence === undefined ? {} : encodeEvidence(evidence)) };
  }
}
