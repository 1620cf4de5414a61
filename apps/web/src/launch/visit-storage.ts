// SPDX-License-Identifier: Apache-2.0
/**
 * Keeps a visit over reloads of its tab. A signed link works once, so it cannot be asked for again. What is kept dies
 * with the tab and is read by this site alone; tokens are not among it: the device token has its own place, and a
 * person's session its cookie.
 */
import { launchedConfigurationSchema } from '@perfuse/contract/launch/configuration';
import { z } from '@perfuse/contract/schema';
import { readJson, write, type KeyValueStorage } from '../platform/browser/stored.ts';
import { spendLink, type LaunchLink, type LinkAddress } from './launch-link.ts';
import { namesPerson, visitOf, type Visit, type VisitStore } from './visit.ts';

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
  if (kept === null) write(tab, KEY, null);
  return kept && { ...visitOf(kept.launched), isOver: kept.isOver };
}

type Page = Pick<Window, 'name'>;

/** Begins the name of a window whose visit could not be stored: it outlives a reload. The kind and id of its link follow. */
const LOST = 'perfuse.visit/';
const LOST_LINK = /^perfuse\.visit\/([ci])\/([\w-]+)$/;

function nameLost(page: Page, link: string | null): void {
  // The name of a frame that the page around it chose stays.
  if (page.name !== '' && !page.name.startsWith(LOST)) return;
  page.name = link === null ? '' : LOST + link;
}

export function forgetVisit(tab: KeyValueStorage | null, page: Page = window): void {
  write(tab, KEY, null);
  nameLost(page, null);
}

/**
 * The link of a visit that a reload has lost, where the browser stores nothing: else the person would go on as a guest of
 * nobody. One that named them works only once.
 */
export function lostLink(
  address: LinkAddress,
  history: Pick<History, 'replaceState'>,
  { name }: Page = window,
): LaunchLink | null {
  const [, kind, configId] = LOST_LINK.exec(name) ?? [];
  if (configId === undefined) return null;
  return kind === 'c' ? spendLink(configId, address, history) : { kind: 'plain', configId };
}

function keep(tab: KeyValueStorage | null, page: Page, { launched, isOver }: Visit): void {
  if (launched === null) return;
  const kept: z.infer<typeof keptVisitSchema> = {
    version: 1,
    launched: { ...launched, deviceToken: null },
    isOver,
  };
  const isKept = write(tab, KEY, JSON.stringify(kept));
  nameLost(page, isKept ? null : `${namesPerson(launched) ? 'c' : 'i'}/${launched.configId}`);
}

/** Keeps the visit from now on, whenever it changes. */
export function keepVisit(
  visit: VisitStore,
  tab: KeyValueStorage | null,
  page: Page = window,
): void {
  visit.subscribe((state, before) => {
    if (state.launched !== before.launched || state.isOver !== before.isOver)
      keep(tab, page, state);
  });
}
