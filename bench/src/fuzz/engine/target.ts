// SPDX-License-Identifier: Apache-2.0
/** One seam of the product that takes what strangers send. */
export interface Target {
  /** Valid and nearly valid inputs to start from. */
  readonly seeds: readonly Uint8Array[];
  /** Texts of the protocol that this seam knows. */
  readonly words: readonly string[];
  /** Gives an input to the product and checks what came of it. Throws when a rule is broken. */
  readonly run: (input: Uint8Array) => void | Promise<void>;
  /** Stops what the target started. */
  readonly close?: () => Promise<void>;
}

export type OpenTarget = () => Promise<Target>;
