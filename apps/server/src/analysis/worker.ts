// SPDX-License-Identifier: Apache-2.0
/** Runs in a worker thread: the vital-signs engine over the payloads of one measurement. */
import { decodeChunk } from '@perfuse/contract/payload/codec';
import type { TraceChunk } from '@perfuse/contract/payload/chunk';
import { decodeDemographics } from '@perfuse/contract/person/demographics';
import { encodeChannels } from '@perfuse/contract/results/message';
import { analyse, estimateChannels, joinChunks } from '@perfuse/vitals';
import type { EngineAnswer, EngineTask } from './engine/answer.ts';

function unpack(bytes: Uint8Array): TraceChunk {
  const chunk = decodeChunk(bytes);
  if (!chunk.ok) throw new Error(`A stored payload could not be read: ${chunk.reason}`);
  return chunk.value;
}

export default function run({ payloads, previousHeartRate, live }: EngineTask): EngineAnswer {
  const chunks = payloads.map(unpack);
  const wire = chunks.find((chunk) => chunk.person !== undefined)?.person;
  const person = wire === undefined ? undefined : decodeDemographics(wire);
  const { channels } = analyse(joinChunks(chunks), {
    live,
    ...(person === undefined ? {} : { person }),
    ...(previousHeartRate === undefined ? {} : { previousHeartRate }),
  });
  const models = estimateChannels({ person, heartRate: channels.HR_BPM?.value ?? null });
  return { channels: encodeChannels({ ...models, ...channels }) };
}
