// SPDX-License-Identifier: Apache-2.0
/** The analysis of payloads that the codec accepts: whatever they contain, it returns an answer with valid numbers. */
import { decodeChunk } from '@perfuse/contract/payload/codec';
import { resultMessageSchema } from '@perfuse/contract/results/message';
import analyseTask from '@perfuse/server/internal/modules/analysis/worker';
import { stillChunk } from '@perfuse/testing/chunks';
import { assertThat } from '../engine/oracle.ts';
import type { Target } from '../engine/target.ts';
import { chestChunk, person, pulseChunks, wholeTask, withChecksum } from './chunks.ts';
import { encodeChunk } from '@perfuse/contract/payload/codec';

/** Separator between payloads: eight bytes that are unlikely in a column. */
const SEPARATOR = Buffer.from('|chunk|\n');

function split(input: Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(input);
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let at = bytes.indexOf(SEPARATOR); at >= 0; at = bytes.indexOf(SEPARATOR, from)) {
    parts.push(new Uint8Array(bytes.subarray(from, at)));
    from = at + SEPARATOR.length;
  }
  parts.push(new Uint8Array(bytes.subarray(from)));
  return parts.slice(0, 8).map(withChecksum);
}

export function openEngine(): Promise<Target> {
  const pulse = pulseChunks();
  const together = (chunks: readonly Uint8Array[]): Uint8Array =>
    new Uint8Array(Buffer.concat(chunks.flatMap((chunk) => [chunk, SEPARATOR])));
  return Promise.resolve({
    seeds: [
      together(pulse.slice(0, 1)),
      together(pulse.slice(0, 2)),
      encodeChunk(stillChunk(1)),
      encodeChunk(stillChunk(60, { person })),
      encodeChunk(chestChunk(60)),
      together([encodeChunk(stillChunk(40)), encodeChunk(stillChunk(40, { index: 1 }))]),
    ],
    words: ['|chunk|\n', 'AGE_YEARS', '0', '-1', '1e300'],
    run: (input) => {
      const payloads = split(input).filter((bytes) => decodeChunk(bytes).ok);
      if (payloads.length === 0) return;
      for (const result of ['live', 'final'] as const) {
        const { channels } = analyseTask({
          ...wholeTask(payloads, result),
          whoRegion: 'WesternEurope',
        });
        const message = {
          MeasurementID: 'a',
          MeasurementDataID: 'a:0',
          MeasurementResultID: 'b',
          Multiplier: 1,
          Channels: channels,
          Error: { Code: 'OK' },
        };
        // As a client parses it from JSON: no NaN, no Infinity.
        const wire: unknown = JSON.parse(JSON.stringify(message));
        assertThat(
          resultMessageSchema.safeParse(wire).success,
          'the answer is one that clients read',
        );
      }
    },
  });
}
