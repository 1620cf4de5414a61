// SPDX-License-Identifier: Apache-2.0
import { tinyOnnx } from './tiny-onnx.ts';

/** Weights of red, green and blue: blood absorbs green most. */
export const TINY_FACE_WEIGHTS: readonly number[] = [0.5, -1, 0.2];

/**
 * A network in the form that the learned estimator's worker reads, built byte by byte: the mean over the face of its
 * weighted colours, times 1000, plus the seconds since its start, which are its state.
 * @param side of its picture, pixels; any other than 36 is refused.
 */
export function tinyFaceNetwork(side = 36): Uint8Array {
  return tinyOnnx({
    nodes: [
      { operator: 'Mul', inputs: ['face', 'weights'], outputs: ['weighted'] },
      { operator: 'ReduceMean', inputs: ['weighted'], outputs: ['mean'] },
      { operator: 'Mul', inputs: ['mean', 'scale'], outputs: ['scaled'] },
      { operator: 'Add', inputs: ['remembered', 'passed'], outputs: ['remembers'] },
      { operator: 'Add', inputs: ['scaled', 'remembers'], outputs: ['pulse'] },
    ],
    constants: [
      { name: 'weights', shape: [3], values: TINY_FACE_WEIGHTS },
      { name: 'scale', shape: [1], values: [3000] },
    ],
    inputs: [
      { name: 'face', shape: [1, 1, side, side, 3] },
      { name: 'remembered', shape: [1] },
      { name: 'passed', shape: [1] },
    ],
    outputs: [
      { name: 'pulse', shape: [1, 1, 1, 1, 1] },
      { name: 'remembers', shape: [1] },
    ],
  });
}
