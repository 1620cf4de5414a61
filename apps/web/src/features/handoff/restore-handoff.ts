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

/** Hand-offs at the backend. */
export const HAND_OFFS = createClient(HANDOFF_ROUTES, '/api');

/** The visit of the organisation that the other device came by. */
async function takeVisit(services: Services, redeemed: RedeemedHandOff): Promise<void> {
  const { launched, language } = redeemed;
  if (launched === null) return;
  await loadBranding(launched);
  // The language may have been changed since the launch asked for one.
  startVisit(services, launched, false, { language });
}

/**
 * Makes this page go on where another device was: whose session it is, how far they came, what they entered, the
 * organisation's visit, the language. What was here before may be another person's and is dropped.
 * @throws ApiError when the session could not be opened: the same call may do later.
 */
export async function restoreHandOff(services: Services, redeemed: RedeemedHandOff): Promise<void> {
  const { account, deviceToken, session } = services;
  const { pair, user, launched, language } = redeemed;
  session.getState().enter(placeOf(launched), true);
  // Before the session: it is kept as that of the visit.
  await takeVisit(services, redeemed);
  if (user !== null) {
    deviceToken.forget(false);
    await account.signIn(pair, user);
  } else {
    if (account.store.getState().user !== null) account.signOut('asked');
    deviceToken.adopt(pair, !namesPerson(launched));
  }
  session.getState().adopt({ ...storedPart(session.getState()), ...redeemed.session });
  await chooseLanguage(language);
  services.flush();
}
