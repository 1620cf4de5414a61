// SPDX-License-Identifier: Apache-2.0
import { readText, write, type KeyValueStorage } from '../platform/browser/stored.ts';

const KEY = 'perfuse.activity';
/** Moving a mouse makes hundreds of events a minute; the timeout is a quarter of an hour. */
const WRITE_INTERVAL_MS = 5000;

/** When the person was last active, in any tab of this browser and across page loads. */
export interface Activity {
  /** Milliseconds since 1970; null without activity since the last sign-out. */
  readonly last: () => number | null;
  readonly mark: (at: number) => void;
  readonly forget: () => void;
  /** Whether a storage key is that of the activity. */
  readonly isKey: (key: string | null) => boolean;
}

export function createActivity(storage: KeyValueStorage | null): Activity {
  let here: number | null = null;
  let writtenAt: number | null = null;

  const stored = (): number | null => {
    const text = readText(storage, KEY);
    return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
  };
  return {
    last: () => {
      const elsewhere = stored();
      if (here === null || elsewhere === null) return here ?? elsewhere;
      return Math.max(here, elsewhere);
    },
    mark: (at) => {
      here = at;
      if (writtenAt !== null && Math.abs(at - writtenAt) < WRITE_INTERVAL_MS) return;
      writtenAt = at;
      write(storage, KEY, String(at));
    },
    forget: () => {
      here = null;
      writtenAt = null;
      write(storage, KEY, null);
    },
    isKey: (key) => key === KEY,
  };
}
