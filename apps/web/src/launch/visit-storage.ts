// SPDX-License-Identifier: Apache-2.0
/**
 * Preserves a visit across reloads of its tab. A signed link works once, so it cannot be requested again. The data is
 * deleted with the tab and readable by this site alone. It contains no tokens: the device token is stored separately,
 * and a person's session is in its cookie.
 */
import { launchedConfigurationSchema } from '@perfuse/contract/launch/configuration';
import { z } from '@perfuse/contract/schema';
import { readJson, write, type KeyValueStorage } from '../platform/browser/stored.ts';
import { spendLink, type LaunchLink, type LinkAddress } from './launch-link.ts';
import { namesPerson, visitOf, type Visit, type VisitStore } from './visit.ts';

const KEY = 'perfuse.visit';

/** Increment `version` when the shape changes. */
const keptVisitSchema = z.object({
  version: z.literal(1),
  launched: launchedConfigurationSchema,
  isOver: z.boolean(),
});

/** The visit that the tab stored; data that does not parse is deleted and counts as none. */
export function restoreVisit(tab: KeyValueStorage | null): Visit | null {
  const kept = readJson(tab, KEY, keptVisitSchema);
  if (kept === null) write(tab, KEY, null);
  return kept && { ...visitOf(kept.launched), isOver: kept.isOver };
}

type Page = Pick<Window, 'name'>;

/**
 * Prefix of a window's name whose visit could not be stored: the name survives a reload. The kind and id of the link
 * follow.
 */
const LOST = 'perfuse.visit/';
const LOST_LINK = /^perfuse\.visit\/([ci])\/([\w-]+)$/;

function nameLost(page: Page, link: string | null): void {
  // A name that the embedding page gave the frame is left alone.
  if (page.name !== '' && !page.name.startsWith(LOST)) return;
  page.name = link === null ? '' : LOST + link;
}

export function forgetVisit(tab: KeyValueStorage | null, page: Page = window): void {
  write(tab, KEY, null);
  nameLost(page, null);
}

/**
 * The link of a visit that a reload has lost because the browser stores nothing: without it the person would continue
 * as a guest without an organisation. A link that names the person works only once.
 */
export function recoverLostLink(
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

/** Stores the visit on every change from now on. */
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
