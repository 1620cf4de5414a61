// SPDX-License-Identifier: Apache-2.0
/** Runs in a worker thread: the vital-signs engine over the payloads of one measurement. */
import { decodeChunk } from '@perfuse/contract/payload/codec';
import type { TraceChunk } from '@perfuse/contract/payload/chunk';
import { decodeDemographics } from '@perfuse/contract/person/demographics';
import { encodeChannels } from '@perfuse/contract/results/message';
import { analyse, joinChunks } from '@perfuse/vitals';
import type { EngineAnswer, EngineTask } from './engine/answer.ts';

function unpack(bytes: Uint8Array): TraceChunk {
  const chunk = decodeChunk(bytes);
  if (!chunk.ok) throw new Error(`A stored payload could not be read: ${chunk.reason}`);
  return chunk.value;
}

export default function run({ payloads, previousHeartRate }: EngineTask): EngineAnswer {
  const chunks = payloads.map(unpack);
  const person = chunks.find((chunk) => chunk.person !== undefined)?.person;
  const { channels } = analyse(joinChunks(chunks), {
    ...(person === undefined ? {} : { person: decodeDemographics(person) }),
    ...(previousHeartRate === undefined ? {} : { previousHeartRate }),
  });
  return { channels: encodeChannels(channels) };
}
