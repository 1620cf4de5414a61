// SPDX-License-Identifier: Apache-2.0
/**
 * Keeps a visit over reloads of its tab. A signed link works once, so it cannot be asked for again. What is kept dies
 * with the tab and is read by this site alone; tokens are not among it: the device token has its own place, and a
 * person's session its cookie.
 */
import { launchedConfigurationSchema } from '@perfuse/contract/launch/configuration';
import { z } from '@perfuse/contract/schema';
import { readJson, write, type KeyValueStorage } from '../platform/browser/stored.ts';
import { visitOf, type Visit, type VisitStore } from './visit.ts';

const KEY = 'perfuse.visit';

/** Raise `version` when the shape changes. */
const keptVisitSchema = z.object({
  version: z.literal(1),
  launched: launchedConfigurationSchema,
  isOver: z.boolean(),
});

/** What the tab remembers; what does not parse counts as nothing. */
export function restoreVisit(tab: KeyValueStorage | null): Visit | null {
  const kept = readJson(tab, KEY, keptVisitSchema);
  if (kept === null) forgetVisit(tab);
  return kept && { ...visitOf(kept.launched), isOver: kept.isOver };
}

export const forgetVisit = (tab: KeyValueStorage | null): void => void write(tab, KEY, null);

function keep(tab: KeyValueStorage | null, { launched, isOver }: Visit): void {
  if (launched === null) return;
  const kept: z.infer<typeof keptVisitSchema> = {
    version: 1,
    launched: { ...launched, deviceToken: null },
    isOver,
  };
  write(tab, KEY, JSON.stringify(kept));
}

/** Keeps the visit from now on, whenever it changes. */
export function keepVisit(visit: VisitStore, tab: KeyValueStorage | null): void {
  visit.subscribe((state, before) => {
    if (state.launched !== before.launched || state.isOver !== before.isOver) keep(tab, state);
  });
}
