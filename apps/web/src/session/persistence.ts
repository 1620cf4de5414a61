// SPDX-License-Identifier: Apache-2.0
import type { z } from '@perfuse/contract/schema';
import type { Edition } from '../config/build.ts';
import { readJson, write, type KeyValueStorage } from '../platform/browser/stored.ts';
import { resultsSchema, type Results } from './measurement-result.ts';
import { resultsKey } from './results-key.ts';
import { storedPart, storedSessionSchema, type StoredSession } from './session-state.ts';
import type { RestoredSession, SessionStore } from './session-store.ts';
import { throttled, type Throttled } from './throttle.ts';

/** Shortest interval between saves, set by the specification. */
export const SAVE_INTERVAL_MS = 1000;

/**
 * Storages of a session. `local` outlives the tab and holds the flow and the profile. `tab` is deleted with the tab and
 * holds the results, so that no guest leaves theirs behind on a shared computer. It also holds everything of a visit
 * whose link named the person: other tabs and later users are not taken for that person.
 */
export interface SessionStorages {
  readonly local: (KeyValueStorage & Pick<Storage, 'length' | 'key'>) | null;
  readonly tab: KeyValueStorage | null;
}

const sessionKey = (edition: Edition): string => `perfuse.session.${edition}`;

/**
 * Keys that a session is stored under: as the latest, and in the enterprise edition also as that of its organisation,
 * since other tabs may be in others.
 */
const sessionKeys = (edition: Edition, organisation: string | null): readonly string[] => {
  const latest = sessionKey(edition);
  return edition === 'consumer' ? [latest] : [latest, `${latest}.${organisation ?? ''}`];
};

/** Reads one record; a record that does not parse is deleted from the storage. */
function read<T>(storage: KeyValueStorage | null, key: string, schema: z.ZodMiniType<T>): T | null {
  const record = readJson(storage, key, schema);
  if (record === null) write(storage, key, null);
  return record;
}

const jsonOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** The session last stored in this browser for one organisation, or for none with null. */
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

/**
 * @param organisation of the visit stored in the tab, null without one; undefined: unknown, the latest session is used.
 */
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
 * Adopts a session that another tab has just stored, so that no tab overwrites new answers with old ones.
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

/** Deletes the sessions stored in this browser for every organisation; a visit of this tab stays. */
export function forgetStored({ local }: SessionStorages, edition: Edition): void {
  try {
    const keys = Array.from({ length: local?.length ?? 0 }, (_, index) => local?.key(index) ?? '');
    for (const key of keys) if (key.startsWith(sessionKey(edition))) local?.removeItem(key);
  } catch {
    // Storage is disabled: nothing was stored either.
  }
}

/**
 * Saves the session whenever it changes, at most once a second, and at once on `flush`.
 * @returns the saver; call `flush` before the page is closed.
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
    // A session adopted from another tab is written unchanged, so no other tab gets a change event.
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
