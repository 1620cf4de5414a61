// SPDX-License-Identifier: Apache-2.0
/** The browser's storage for a page. It may be denied, full or missing: then nothing is stored, and nothing throws. */

export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Merely reading the property throws where a browser denies storage. */
export function storageOf(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

export function readText(storage: Pick<Storage, 'getItem'> | null, key: string): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

interface Parser<T> {
  readonly safeParse: (data: unknown) => { readonly success: boolean; readonly data?: T };
}

/** @returns null for text that is no JSON, or not valid against the schema. */
export function parsedJson<T>(text: string, schema: Parser<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** @returns null for data that is missing, no JSON, or not valid against the schema. */
export const readJson = <T>(
  storage: Pick<Storage, 'getItem'> | null,
  key: string,
  schema: Parser<T>,
): T | null => parsedJson(readText(storage, key) ?? 'null', schema);

/** @param text null removes it. @returns whether it was stored or removed. */
export function write(storage: KeyValueStorage | null, key: string, text: string | null): boolean {
  try {
    if (text === null) storage?.removeItem(key);
    else storage?.setItem(key, text);
    return storage !== null;
  } catch {
    return false;
  }
}
