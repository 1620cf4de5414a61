// SPDX-License-Identifier: Apache-2.0
/** Runs in a worker thread: the vital-signs engine over the payloads of one measurement. */
import { decodeChunk } from '@perfuse/contract/payload/codec';
import type { FrameSeries, TraceChunk } from '@perfuse/contract/payload/chunk';
import { encodeEvidence } from '@perfuse/contract/results/evidence-codec';
import { encodeChannels } from '@perfuse/contract/results/message';
import { MeasurementAnalysis } from '@perfuse/vitals';
import type { LearnedTrace, PulseModel } from '@perfuse/vitals/learned';
import type { EngineAnswer, EngineTask } from './engine/answer.ts';
import type { PulseModelFiles } from './engine/pulse-model.ts';

function unpack(bytes: Uint8Array): TraceChunk {
  const chunk = decodeChunk(bytes);
  if (!chunk.ok) throw new Error(`A stored payload could not be read: ${chunk.reason}`);
  return chunk.value;
}

/** The last model that was opened: a worker is only ever asked for one. */
let opened: { readonly key: string; readonly model: Promise<PulseModel> } | undefined;

/** Opens the model once for the life of the thread. Nothing of it is loaded where no model is named. */
function modelOf(files: PulseModelFiles): Promise<PulseModel> {
  const key = JSON.stringify(files);
  if (opened?.key !== key) {
    const model = import('./engine/pulse-model.ts').then((module) => module.loadPulseModel(files));
    opened = { key, model };
  }
  return opened.model;
}

async function learnedFrom(frames: FrameSeries, files: PulseModelFiles): Promise<LearnedTrace[]> {
  const { learnedTraces } = await import('@perfuse/vitals/learned');
  return learnedTraces(frames, [await modelOf(files)]);
}

export default async function run(task: EngineTask): Promise<EngineAnswer> {
  const { payloads, previousHeartRate, whoRegion, pulseModel, live } = task;
  const analysis = new MeasurementAnalysis({ whoRegion });
  for (const bytes of payloads) analysis.add(unpack(bytes));
  const { channels, evidence } = analysis.read({
    live,
    learned: pulseModel === undefined ? [] : await learnedFrom(analysis.frames, pulseModel),
    evidence: true,
    previousHeartRate,
  });
  return {
    channels: {
      ...encodeChannels(channels),
      ...(evidence === undefined ? {} : encodeEvidence(evidence)),
    },
  };
}
