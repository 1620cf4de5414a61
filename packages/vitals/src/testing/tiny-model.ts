// SPDX-License-Identifier: Apache-2.0
import type { ModelDescription } from '../learned/index.ts';

/** Describes what `linearModel` of `tiny-onnx.ts` makes: one window of colours in, one of a pulse out. */
export const TINY_MODEL: ModelDescription = {
  format: 'perfuse-pulse-model/1',
  id: 'tiny',
  rateHz: 30,
  window: 64,
  input: {
    name: 'colours',
    channels: ['skin.red', 'skin.green', 'skin.blue'],
    layout: 'TC',
    normalisation: 'relative',
  },
  output: { name: 'pulse', polarity: 1, differential: false },
  state: [{ input: 'remembered', output: 'remembers', shape: [1] }],
};

/** Weights of the colours: blood takes green most, a projection that any trained model would contain. */
export const TINY_WEIGHTS: readonly number[] = [0.5, -1, 0.2];
