// SPDX-License-Identifier: Apache-2.0
/** Runs in a worker thread: the vital-signs engine over the chunks of measurements, which it keeps while they run. */
import type { ChannelData } from '@perfuse/contract/results/message';
import { PayloadAnalysis } from '@perfuse/vitals';
import type { EngineAnswer, EngineSettings, EngineTask } from './engine/answer.ts';
import { AnalysisCache } from './engine/analysis-cache.ts';

/** Chunks come every 5 s: a measurement without one for this long has moved to another server or ended, ms. */
const IDLE_MS = 30_000;

/** A running measurement and the digests of its chunks. */
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

  /** Without a result, only what can be done before the next one. */
  read(result: EngineTask['result']): Record<string, ChannelData> | null {
    if (result !== 'none') return this.#analysis.answer(result === 'live');
    this.#analysis.prepare();
    return null;
  }
}

let kept: AnalysisCache<Running> | undefined;

/** The measurement with the sent chunks added; null when the worker lacks those before them. */
function fed(analyses: AnalysisCache<Running>, task: EngineTask): Running | null {
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

export default function run({ keptBytes, ...task }: EngineTask & EngineSettings): EngineAnswer {
  // The bound comes with the task: analyses kept under another one are dropped and requested again.
  if (kept?.maxBytes !== keptBytes) {
    kept = new AnalysisCache(keptBytes, IDLE_MS, () => performance.now());
  }
  const running = fed(kept, task);
  if (running === null) return { channels: null };
  const channels = running.read(task.result);
  if (task.result !== 'final') kept.keep(task.measurementId, running);
  return { channels };
}
