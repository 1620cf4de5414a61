// SPDX-License-Identifier: Apache-2.0
import type { LoginType } from '@perfuse/contract/account/session';
import { isChinaRegion } from '@perfuse/contract/configuration/region';
import type { Configuration } from '../../../platform/config/configuration.ts';
import type { ConfigurationRepository, OrganisationRow } from '../../organisations/index.ts';

/** How people sign in and sign up: the screens offer exactly what the server accepts. */
export interface OfferedSignIn {
  readonly loginType: LoginType;
  readonly allowSignup: boolean;
}

/** From the configuration of the link, else from the organisation. */
export async function offeredSignIn(
  configurations: Pick<ConfigurationRepository, 'find'>,
  organisation: OrganisationRow,
  configId: string | null | undefined,
): Promise<OfferedSignIn> {
  const { login_type, allow_signup } = organisation;
  if (typeof configId !== 'string') return { loginType: login_type, allowSignup: allow_signup };
  const { onboarding } = (await configurations.find(configId))?.settings ?? {};
  return {
    loginType: onboarding?.loginType ?? login_type,
    allowSignup: onboarding?.allowSignup ?? false,
  };
}

/** Whether a request to a `host[:port]` is of the China region, where people sign up and in by phone. */
export type InChina = (host: string) => boolean;

/** Uses the public address where it is set: callers can forge the host. */
export function inChina({
  PERFUSE_PUBLIC_URL: url,
  PERFUSE_REGION: region,
}: Configuration): InChina {
  const own = url === undefined ? null : new URL(url).hostname;
  return (host) => isChinaRegion(own ?? host.replace(/:\d+$/, ''), region);
}

/** Whether people may sign in by phone, as set by the organisation or by any of its configurations. */
export async function offersPhone(
  configurations: Pick<ConfigurationRepository, 'list'>,
  { id, login_type }: OrganisationRow,
): Promise<boolean> {
  if (login_type === 'phone') return true;
  const rows = await configurations.list(id);
  return rows.some(({ settings }) => settings.onboarding?.loginType === 'phone');
}
