// SPDX-License-Identifier: Apache-2.0
import type { LaunchedConfiguration } from '@perfuse/contract/launch/configuration';
import { enterSession, followVisit, LAUNCHES, pairOf } from '../launch/begin-visit.ts';
import { visitOf, type Visit } from '../launch/visit.ts';
import type { Services } from './services.ts';
import { visitServicesOf } from './visit-services.ts';

/**
 * Makes this page that of the visit which a launch has brought.
 * @param isAnother whether whoever comes now may be another person than the one before.
 * @param changes what is known better than the launch says it.
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
 * Another visit by the same plain link, under another session id: who comes next is not the one who has left.
 * @throws ApiError when it could not be launched.
 */
export async function startAnotherVisit(services: Services, configId: string): Promise<void> {
  const launched = await LAUNCHES.call('config', { params: { configId } });
  const { deviceToken } = launched;
  if (deviceToken !== null) services.deviceToken.adopt(pairOf(deviceToken), true);
  // What is still to be told is of the visit before.
  visitServicesOf(services).events.flush();
  startVisit(services, launched, true);
}
