// SPDX-License-Identifier: Apache-2.0
import type { LaunchedConfiguration } from '@perfuse/contract/launch/configuration';
import { enterSession, followVisit, LAUNCHES, pairOf } from '../launch/begin-visit.ts';
import { visitOf, type Visit } from '../launch/visit.ts';
import type { Services } from './services.ts';
import { visitServicesOf } from './visit-services.ts';

/**
 * Starts the visit of a launch on this page.
 * @param isAnother whether the person may be another than the previous one.
 * @param changes values that are known better than the launch gives them.
 */
export function startVisit(
  services: Services,
  launched: LaunchedConfiguration,
  isAnother: boolean,
  changes: Partial<Visit> = {},
): void {
  const { visit, events } = visitServicesOf(services);
  const next = { ...visitOf(launched), ...changes };
  enterSession(services, launched, isAnother);
  followVisit(services, next);
  visit.setState(next, true);
  events.tell('CONFIGURATION_LOADED', { configId: launched.configId });
}

/**
 * Starts another visit by the same plain link, under another session id: for a person other than the one who left.
 * @throws ApiError when it could not be launched.
 */
export async function startAnotherVisit(services: Services, configId: string): Promise<void> {
  const launched = await LAUNCHES.call('config', { params: { configId } });
  const { deviceToken } = launched;
  if (deviceToken !== null) services.deviceToken.adopt(pairOf(deviceToken), true);
  // Pending events belong to the previous visit.
  visitServicesOf(services).events.flush();
  startVisit(services, launched, true);
}
