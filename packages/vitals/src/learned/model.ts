// SPDX-License-Identifier: Apache-2.0

/** Numbers of one shape, row by row. */
export interface ModelTensor {
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

/** A network that can be run, whatever runs it. */
export interface ModelRunner {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /** @throws when a shape or a name does not fit the network. */
  run(feeds: Readonly<Record<string, ModelTensor>>): Promise<Readonly<Record<string, ModelTensor>>>;
  close(): Promise<void>;
}

/** A pulse that a learned estimator read from a recording; fused with the other methods by its own evidence. */
export interface LearnedTrace {
  /** Short stable id, part of a result's `source`. */
  readonly id: string;
  /** One value for each sample of the recording's grid, up is more blood; scale and offset do not matter. */
  readonly wave: Float64Array;
}
