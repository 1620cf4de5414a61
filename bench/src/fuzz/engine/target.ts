// SPDX-License-Identifier: Apache-2.0
import type { Material } from './mutate.ts';

/** An interface of the product that takes untrusted input. */
export interface Target {
  /** Valid and nearly valid inputs to start from. */
  readonly seeds: readonly Uint8Array[];
  /** Texts of the protocol that this seam knows. */
  readonly words: readonly string[];
  /** A mutation that knows how an input is built, besides the general ones. */
  readonly mutate?: (input: Uint8Array, material: Material) => Uint8Array;
  /** Gives an input to the product and checks what came of it. Throws when a rule is broken. */
  readonly run: (input: Uint8Array) => void | Promise<void>;
  /** Stops what the target started. */
  readonly close?: () => Promise<void>;
}

export type OpenTarget = () => Promise<Target>;
