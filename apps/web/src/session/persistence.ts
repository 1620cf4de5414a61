// SPDX-License-Identifier: Apache-2.0
import type { z } from '@perfuse/contract/schema';
import type { Edition } from '../config/build.ts';
import { readJson, write, type KeyValueStorage } from '../platform/browser/stored.ts';
import { resultsSchema, type Results } from './measurement-result.ts';
import { resultsKey } from './results-key.ts';
import { storedPart, storedSessionSchema, type StoredSession } from './session-state.ts';
import type { RestoredSession, SessionStore } from './session-store.ts';
import { throttled, type Throttled } from './throttle.ts';

/** The specification saves at most this often. */
export const SAVE_INTERVAL_MS = 1000;

/**
 * Where a session lives. `local` outlives the tab and holds the flow and the profile; `tab` dies with the tab and
 * holds the results, so that no guest leaves theirs behind on a shared computer, and all of a visit whose link named the
 * person: no other tab, and nobody who comes later, is taken for that person.
 */
export interface SessionStorages {
  readonly local: (KeyValueStorage & Pick<Storage, 'length' | 'key'>) | null;
  readonly tab: KeyValueStorage | null;
}

const sessionKey = (edition: Edition): string => `perfuse.session.${edition}`;

/**
 * Where a session is stored: as the latest, and in the enterprise edition as that of its organisation too, since other
 * tabs may be at others.
 */
const sessionKeys = (edition: Edition, organisation: string | null): readonly string[] => {
  const latest = sessionKey(edition);
  return edition === 'consumer' ? [latest] : [latest, `${latest}.${organisation ?? ''}`];
};

/** Reads one record; what does not parse is discarded, from the storage too. */
function read<T>(storage: KeyValueStorage | null, key: string, schema: z.ZodMiniType<T>): T | null {
  const record = readJson(storage, key, schema);
  if (record === null) write(storage, key, null);
  return record;
}

const jsonOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** What was last stored for whoever uses this browser, in one organisation or, with null, in none. */
export function storedFor(
  local: SessionStorages['local'],
  edition: Edition,
  organisation: string | null,
): StoredSession | null {
  const stored = sessionKeys(edition, organisation).map((key) =>
    read<StoredSession>(local, key, storedSessionSchema),
  );
  return stored.find((one) => one?.organisation === organisation) ?? null;
}

/** @param organisation of the visit that the tab keeps, null without one; undefined: not known, the latest will do. */
export function restoreSession(
  { tab, local }: SessionStorages,
  edition: Edition,
  organisation?: string | null,
): RestoredSession {
  const key = sessionKey(edition);
  return {
    stored:
      read<StoredSession>(tab, key, storedSessionSchema) ??
      (organisation === undefined
        ? read<StoredSession>(local, key, storedSessionSchema)
        : storedFor(local, edition, organisation)),
    results: read<Results>(tab, resultsKey(edition), resultsSchema) ?? [],
  };
}

/**
 * Takes over what another tab has just stored, so that no tab writes old answers over new ones.
 * @param key @param newValue of the storage event, which only other tabs cause.
 */
export function adoptStored(
  store: SessionStore,
  edition: Edition,
  { key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>,
): void {
  // A null key: all storage was cleared.
  if (key !== null && key !== sessionKey(edition)) return;
  if (newValue === null) store.getState().adopt(null);
  else {
    const stored = readJson({ getItem: () => newValue }, '', storedSessionSchema);
    if (stored !== null) store.getState().adopt(stored);
  }
}

/** Forgets what was stored for whoever uses this browser, in every organisation; a visit of this tab stays. */
export function forgetStored({ local }: SessionStorages, edition: Edition): void {
  try {
    const keys = Array.from({ length: local?.length ?? 0 }, (_, index) => local?.key(index) ?? '');
    for (const key of keys) if (key.startsWith(sessionKey(edition))) local?.removeItem(key);
  } catch {
    // Switched off: nothing was stored either.
  }
}

/**
 * Saves the session whenever it changes, at most once a second, and at once on `flush`.
 * @returns the saver; `flush` before the page is closed.
 */
export function persistSession(
  store: SessionStore,
  storages: SessionStorages,
  edition: Edition,
): Throttled {
  const saver = throttled(() => {
    const state = store.getState();
    const key = sessionKey(edition);
    const isOfThisTab = state.visit !== null;
    write(storages.tab, key, jsonOf(isOfThisTab ? storedPart(state) : null));
    // What came from another tab is written as it is stored: no other tab gets a change event.
    const keys = isOfThisTab ? [] : sessionKeys(edition, state.organisation);
    for (const shared of keys) write(storages.local, shared, jsonOf(storedPart(state)));
    write(
      storages.tab,
      resultsKey(edition),
      jsonOf(state.results.length === 0 ? null : state.results),
    );
  }, SAVE_INTERVAL_MS);
  store.subscribe(saver.call);
  return saver;
}
