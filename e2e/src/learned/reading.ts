// SPDX-License-Identifier: Apache-2.0
/** What a tiny model reads from an invented person: the same in Node and in a page, whose entry this is. */
import {
  learnedTraces,
  modelDescriptionSchema,
  openOnnx,
  type LearnedTrace,
} from '@perfuse/vitals/learned';
import { film } from '@perfuse/vitals/testing/person';
import { linearModel } from '@perfuse/vitals/testing/tiny-onnx';

const WINDOW = 64;

/** @param wasmFolder where the page serves the runtime; Node has its own. */
export async function readTiny(wasmFolder?: string): Promise<readonly LearnedTrace[]> {
  const description = modelDescriptionSchema.parse({
    format: 'perfuse-pulse-model/1',
    id: 'tiny',
    rateHz: 30,
    window: WINDOW,
    input: {
      name: 'colours',
      channels: ['skin.red', 'skin.green', 'skin.blue'],
      layout: 'TC',
      normalisation: 'relative',
    },
    output: { name: 'pulse', polarity: 1 },
    state: [{ input: 'remembered', output: 'remembers', shape: [1] }],
  });
  const runner = await openOnnx(linearModel(WINDOW, [0.5, -1, 0.2], 0), wasmFolder);
  try {
    return await learnedTraces(film({ heartRate: 76 }).frames, [{ description, runner }]);
  } finally {
    await runner.close();
  }
}

Object.assign(globalThis, { readTiny });
