// SPDX-License-Identifier: Apache-2.0
/**
 * Keeps a visit over reloads of its tab. A signed link works once, so it cannot be asked for again. What is kept dies
 * with the tab and is read by this site alone; tokens are not among it: the device token has its own place, and a
 * person's session its cookie.
 */
import { launchedConfigurationSchema } from '@perfuse/contract/launch/configuration';
import { z } from '@perfuse/contract/schema';
import { visitOf, type Visit, type VisitStore } from './visit.ts';

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'perfuse.visit';

/** Storage that dies with the tab; null where the browser has none. */
export function tabStorage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** Raise `version` when the shape changes. */
const keptVisitSchema = z.object({
  version: z.literal(1),
  launched: launchedConfigurationSchema,
  isOver: z.boolean(),
});

/** What the tab remembers; what does not parse counts as nothing. */
export function restoreVisit(tab: TabStorage | null): Visit | null {
  try {
    const text = tab?.getItem(KEY) ?? null;
    if (text === null) return null;
    const { launched, isOver } = keptVisitSchema.parse(JSON.parse(text));
    return { ...visitOf(launched), isOver };
  } catch {
    forgetVisit(tab);
    return null;
  }
}

export function forgetVisit(tab: TabStorage | null): void {
  try {
    tab?.removeItem(KEY);
  } catch {
    // Switched off: nothing was kept either.
  }
}

function keep(tab: TabStorage | null, { launched, isOver }: Visit): void {
  if (launched === null) return;
  const kept: z.infer<typeof keptVisitSchema> = {
    version: 1,
    launched: { ...launched, deviceToken: null },
    isOver,
  };
  try {
    tab?.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Full or switched off: the visit then lasts as long as the page.
  }
}

/** Keeps the visit from now on, whenever it changes. */
export function keepVisit(visit: VisitStore, tab: TabStorage | null): void {
  visit.subscribe((state, before) => {
    if (state.launched !== before.launched || state.isOver !== before.isOver) keep(tab, state);
  });
}
