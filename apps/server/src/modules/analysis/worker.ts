// SPDX-License-Identifier: Apache-2.0
/** Runs in a worker thread: the vital-signs engine over the chunks of measurements, which it keeps while they run. */
import type { FrameSeries } from '@perfuse/contract/payload/chunk';
import type { ChannelData } from '@perfuse/contract/results/message';
import { PayloadAnalysis } from '@perfuse/vitals';
import type { LearnedTrace, PulseModel } from '@perfuse/vitals/learned';
import type { EngineAnswer, EngineSettings, EngineTask } from './engine/answer.ts';
import { KeptAnalyses } from './engine/kept-analyses.ts';
import type { PulseModelFiles } from './engine/pulse-model.ts';

/** Chunks come every 5 s: a measurement without one for this long has moved, or ended, ms. */
const IDLE_MS = 30_000;

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

/** One measurement, and which chunks it has. */
class Running {
  readonly #analysis: PayloadAnalysis;
  readonly #digests: string[] = [];

  constructor({ whoRegion, previousHeartRate }: EngineTask) {
    this.#analysis = new PayloadAnalysis({ whoRegion, previousHeartRate });
  }

  get digests(): readonly string[] {
    return this.#digests;
  }

  get bytes(): number {
    return this.#analysis.bytes;
  }

  add(digest: string, payload: Uint8Array): void {
    this.#analysis.add(payload);
    this.#digests.push(digest);
  }

  async read(
    live: boolean,
    pulseModel: PulseModelFiles | undefined,
  ): Promise<Record<string, ChannelData>> {
    const analysis = this.#analysis;
    const learned = pulseModel === undefined ? [] : await learnedFrom(analysis.frames, pulseModel);
    return analysis.answer(live, learned);
  }
}

let kept: KeptAnalyses<Running> | undefined;

/** The measurement with the chunks that were sent; null when those before them are not here. */
function fed(analyses: KeptAnalyses<Running>, task: EngineTask): Running | null {
  const { measurementId, digests, payloads } = task;
  const newOnes = digests.length - payloads.length;
  const before = analyses.take(measurementId, digests.slice(0, newOnes));
  const running = newOnes === 0 ? new Running(task) : before;
  if (running === null) return null;
  for (const [at, payload] of payloads.entries()) {
    running.add(digests[newOnes + at] ?? '', payload);
  }
  return running;
}

export default async function run({
  keptBytes,
  pulseModel,
  ...task
}: EngineTask & EngineSettings): Promise<EngineAnswer> {
  kept ??= new KeptAnalyses(keptBytes, IDLE_MS, () => performance.now());
  const running = fed(kept, task);
  if (running === null) return { channels: null };
  const channels = await running.read(task.live, pulseModel);
  if (task.live) kept.keep(task.measurementId, running);
  return { channels };
}
