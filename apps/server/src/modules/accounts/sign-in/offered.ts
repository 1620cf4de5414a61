// SPDX-License-Identifier: Apache-2.0
import type { ConfigurationRepository, OrganisationRow } from '../../organisations/index.ts';

/** How people are let in: what the screens offer is what the server takes. */
export interface OfferedSignIn {
  readonly loginType: 'password' | 'phone';
  readonly allowSignup: boolean;
}

/** Behind a link as its configuration says, else as the organisation does. */
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
