// SPDX-License-Identifier: Apache-2.0
import { MODEL_SOURCES } from './source-models.ts';
import { SIGNAL_SOURCES } from './source-signal.ts';
import type { Source } from './source.ts';

export type { Source } from './source.ts';

/** All methods by stable id, as used in `source` of a value. */
export const SOURCES = { ...SIGNAL_SOURCES, ...MODEL_SOURCES } as const;

export type SourceId = keyof typeof SOURCES;
/** Methods that read a channel from the picture. */
export type SignalSourceId = keyof typeof SIGNAL_SOURCES;
/** Methods that compute a channel from the profile. */
export type ModelSourceId = keyof typeof MODEL_SOURCES;

export function isSourceId(id: string): id is SourceId {
  return Object.hasOwn(SOURCES, id);
}

/**
 * The methods of a channel value.
 * @param source `source` of a value: ids joined by `+` (the model first, then its inputs) and, after `:`, how the rate
 * was read from them. Unknown ids are left out: a newer service may have more.
 */
export function sourceIdsOf(source: string): readonly SourceId[] {
  return [...new Set(source.split(/[+:]/))].filter(isSourceId);
}

/** The publications of a channel value, in the order of {@link sourceIdsOf}; each only once. */
export function citationsOf(source: string): readonly Source[] {
  return [...new Set(sourceIdsOf(source).map((id) => SOURCES[id]))];
}
