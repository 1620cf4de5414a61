// SPDX-License-Identifier: Apache-2.0
/** Learned pulse estimators. Its own entry, so that the engine does not bring a runtime along. */
import type { FrameSeries } from '@perfuse/contract/payload/chunk';
import { recordingOf } from '../frames/recording.ts';
import type { LearnedTrace } from './model.ts';
import { readPulse, type PulseModel } from './pulse-model.ts';

export { modelDescriptionSchema, type ModelDescription } from './description.ts';
export type { LearnedTrace, ModelRunner, ModelTensor } from './model.ts';
export { openOnnx } from './onnx.ts';
export { checkPulseModel, PulseModelError, type PulseModel } from './pulse-model.ts';

/** What the models read from the frames, for `analyse`; none when the frames cannot be measured at all. */
export async function learnedTraces(
  frames: FrameSeries,
  models: readonly PulseModel[],
): Promise<LearnedTrace[]> {
  const outcome = recordingOf(frames);
  if (!outcome.ok) return [];
  const traces: LearnedTrace[] = [];
  for (const model of models) {
    const trace = await readPulse(model, outcome.recording);
    if (trace !== null) traces.push(trace);
  }
  return traces;
}
