// SPDX-License-Identifier: Apache-2.0
import type { RedeemedHandOff } from '@perfuse/contract/handoff/handoff';
import { HANDOFF_ROUTES } from '@perfuse/contract/handoff/routes';
import { createClient } from '../../platform/http/create-client.ts';
import { chooseLanguage } from '../../i18n/change-language.ts';
import { placeOf } from '../../launch/begin-visit.ts';
import { loadBranding } from '../../launch/branding.ts';
import { namesPerson } from '../../launch/visit.ts';
import { storedPart } from '../../session/session-state.ts';
import type { Services } from '../../services/services.ts';
import { startVisit } from '../../services/start-visit.ts';

/** Client of the backend's hand-off routes. */
export const HAND_OFFS = createClient(HANDOFF_ROUTES, '/api');

/** Takes over the organisation's visit from the other device. */
async function takeVisit(services: Services, redeemed: RedeemedHandOff): Promise<void> {
  const { launched, language } = redeemed;
  if (launched === null) return;
  await loadBranding(launched);
  // The language may have been changed since the launch requested one.
  startVisit(services, launched, false, { language });
}

/**
 * Continues on this page where the other device was: its session, progress, answers, the organisation's visit, the
 * language. Existing data of this page may be another person's and is dropped.
 * @throws ApiError when the session could not be opened: the same call may succeed later.
 */
export async function restoreHandOff(services: Services, redeemed: RedeemedHandOff): Promise<void> {
  const { account, deviceToken, session } = services;
  const { pair, user, launched, language } = redeemed;
  session.getState().enter(placeOf(launched), true);
  // Before the session, which is stored as that of the visit.
  await takeVisit(services, redeemed);
  if (user !== null) {
    deviceToken.forget(false);
    await account.signIn(pair, user);
  } else {
    if (account.store.getState().user !== null) account.signOut('requested');
    deviceToken.adopt(pair, !namesPerson(launched));
  }
  session.getState().adopt({ ...storedPart(session.getState()), ...redeemed.session });
  await chooseLanguage(language);
  services.flush();
}
