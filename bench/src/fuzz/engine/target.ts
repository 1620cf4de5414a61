// SPDX-License-Identifier: Apache-2.0
import type { Material } from './mutate.ts';

/** An interface of the product that takes untrusted input. */
export interface Target {
  /** Valid and nearly valid inputs to start from. */
  readonly seeds: readonly Uint8Array[];
  /** Strings of this interface's protocol. */
  readonly words: readonly string[];
  /** A mutation that respects the structure of an input, in addition to the general ones. */
  readonly mutate?: (input: Uint8Array, material: Material) => Uint8Array;
  /** Passes an input to the product and checks the outcome. Throws when a rule is broken. */
  readonly run: (input: Uint8Array) => void | Promise<void>;
  /** Stops what the target started. */
  readonly close?: () => Promise<void>;
}

export type OpenTarget = () => Promise<Target>;
