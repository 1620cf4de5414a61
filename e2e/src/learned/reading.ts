// SPDX-License-Identifier: Apache-2.0
/** What a tiny model reads from an invented person: the same in Node and in a page, whose entry this is. */
import {
  learnedTraces,
  modelDescriptionSchema,
  openOnnx,
  type LearnedTrace,
} from '@perfuse/vitals/learned';
import { film } from '@perfuse/vitals/testing/person';
import { TINY_MODEL, TINY_WEIGHTS } from '@perfuse/vitals/testing/tiny-model';
import { linearModel } from '@perfuse/vitals/testing/tiny-onnx';

/** @param wasmFolder where the page serves the runtime; Node has its own. */
export async function readTiny(wasmFolder?: string): Promise<readonly LearnedTrace[]> {
  const description = modelDescriptionSchema.parse(TINY_MODEL);
  const runner = await openOnnx(linearModel(TINY_MODEL.window, TINY_WEIGHTS, 0), wasmFolder);
  try {
    return await learnedTraces(film({ heartRate: 76 }).frames, [{ description, runner }]);
  } finally {
    await runner.close();
  }
}

Object.assign(globalThis, { readTiny });
