// SPDX-License-Identifier: Apache-2.0
/** Chunks of synthetic people, created once and sent by many virtual users. */
import { phantomChunks } from '@perfuse/phantom';
import { payloadOf } from './chunks.ts';

/** The chunks that one virtual user sends, in order, base64, and their heart rate. */
export interface Recording {
  readonly payloads: readonly string[];
  /** Per minute. */
  readonly bpm: number;
}

const MIN_BPM = 54;
const BPM_STEP = 7;

/** Different people, the same in every run; their traces have the amplitude and noise of a camera's. */
export function prepareRecordings(count: number): readonly Recording[] {
  return Array.from({ length: count }, (_none, at) => {
    const bpm = MIN_BPM + BPM_STEP * at;
    const chunks = phantomChunks({ bpm, snr: 10, seed: at + 1 });
    return {
      bpm,
      payloads: chunks.map(payloadOf),
    };
  });
}
