// SPDX-License-Identifier: Apache-2.0
/** Runs in a worker thread: the vital-signs engine over the payloads of one measurement. */
import { decodeChunk } from '@perfuse/contract/payload/codec';
import type { TraceChunk } from '@perfuse/contract/payload/chunk';
import { decodeDemographics } from '@perfuse/contract/person/demographics';
import { encodeEvidence } from '@perfuse/contract/results/evidence-codec';
import { encodeChannels } from '@perfuse/contract/results/message';
import { isSignalInvalid } from '@perfuse/contract/results/signal';
import { analyse, estimateChannels, joinChunks } from '@perfuse/vitals';
import type { EngineAnswer, EngineTask } from './engine/answer.ts';

function unpack(bytes: Uint8Array): TraceChunk {
  const chunk = decodeChunk(bytes);
  if (!chunk.ok) throw new Error(`A stored payload could not be read: ${chunk.reason}`);
  return chunk.value;
}

export default function run(task: EngineTask): EngineAnswer {
  const { payloads, previousHeartRate, whoRegion, live } = task;
  const chunks = payloads.map(unpack);
  const wire = chunks.find((chunk) => chunk.person !== undefined)?.person;
  const person = wire === undefined ? undefined : decodeDemographics(wire);
  const { channels, snrDb, evidence } = analyse(joinChunks(chunks), {
    live,
    evidence: true,
    ...(person === undefined ? {} : { person }),
    ...(previousHeartRate === undefined ? {} : { previousHeartRate }),
  });
  const models = estimateChannels({
    person,
    heartRate: channels.HR_BPM?.value ?? null,
    whoRegion,
  });
  // With the final result, and with one that ends a measurement early: it says why.
  const isLast = !live || isSignalInvalid(snrDb);
  return {
    channels: {
      ...encodeChannels({ ...models, ...channels }),
      ...(evidence === undefined || !isLast ? {} : encodeEvidence(evidence)),
    },
  };
}
