// SPDX-License-Identifier: Apache-2.0
import { namesPerson, type VisitStore } from '../../../launch/visit.ts';
import { within } from '../../../platform/browser/in-time.ts';
import type { DeviceToken } from '../../../account/device-token.ts';

/** Limit for unregistering a device, ms. */
const LIMIT_MS = 3000;

export interface ExpiryDeps {
  readonly visit: VisitStore;
  readonly deviceToken: Pick<DeviceToken, 'get' | 'forget'>;
  /** Unregisters the device at the analysis service. */
  readonly unregister: (token: string) => Promise<unknown>;
}

/** Whether the tokens of this visit expire with its measurement. */
export const tokensExpire = (visit: VisitStore): boolean => {
  const { launched, isOver } = visit.getState();
  return !isOver && launched?.settings.expireTokenAfterMeasurement === true;
};

/**
 * Ends the tokens of the visit after its measurement (specification, section 4). Tokens that an integrator sent are not
 * replaced; a plain link gets another device for its next measurement. Never rejects: a device that could not be
 * unregistered is at least forgotten here.
 */
export async function expireTokens({ visit, deviceToken, unregister }: ExpiryDeps): Promise<void> {
  if (!tokensExpire(visit)) return;
  const isOver = namesPerson(visit.getState().launched);
  await within(deviceToken.get().then(unregister), LIMIT_MS);
  deviceToken.forget(isOver);
  visit.setState({ isOver });
}
