// SPDX-License-Identifier: Apache-2.0
import { MODEL_SOURCES } from './source-models.ts';
import { SIGNAL_SOURCES } from './source-signal.ts';
import type { Source } from './source.ts';

export type { Source } from './source.ts';

/** All methods by the stable id that a value's `source` names. */
export const SOURCES = { ...SIGNAL_SOURCES, ...MODEL_SOURCES } as const;

export type SourceId = keyof typeof SOURCES;
/** Methods that give a channel from the profile. */
export type ModelSourceId = keyof typeof MODEL_SOURCES;

export function isSourceId(id: string): id is SourceId {
  return Object.hasOwn(SOURCES, id);
}

/**
 * The methods behind a channel value.
 * @param source a value's `source`: ids joined by `+` (the model first, then its inputs) and, after `:`, how the rate
 * was read from them. Ids unknown here are left out: a newer service may know more.
 */
export function sourceIdsOf(source: string): readonly SourceId[] {
  return [...new Set(source.split(/[+:]/))].filter(isSourceId);
}

/** The publications behind a channel value, in the order of {@link sourceIdsOf}; one of several methods once. */
export function citationsOf(source: string): readonly Source[] {
  return [...new Set(sourceIdsOf(source).map((id) => SOURCES[id]))];
}
