// SPDX-License-Identifier: Apache-2.0
/** The state in one word, as used by people and the specification. */
export const PHASES = [
  'idle',
  'starting',
  'preparing',
  'ready',
  'measuring',
  'analysing',
  'done',
  'cancelled',
  'failed',
] as const;
export type Phase = (typeof PHASES)[number];

/** From the first recorded frame to the last answer. */
export const RUNNING_PHASES: readonly Phase[] = ['measuring', 'analysing'];

/** Phases in which a measurement has ended. */
export const OVER_PHASES: readonly Phase[] = ['done', 'cancelled', 'failed'];

/** Exactly one state at a time carries a phase's tag. */
export function phaseOf(snapshot: { readonly hasTag: (tag: Phase) => boolean }): Phase {
  return PHASES.find((phase) => snapshot.hasTag(phase)) ?? 'idle';
}
