// SPDX-License-Identifier: Apache-2.0
import {
  launchedConfigurationSchema,
  type LaunchedConfiguration,
  type LaunchSettings,
} from '@perfuse/contract/launch/configuration';

const SETTINGS: LaunchSettings = {
  onboarding: { loginType: 'password', allowSignup: false, demographicsEntryMode: 'profileForm' },
  encryptResults: false,
  expireTokenAfterMeasurement: false,
  debugMode: false,
  showLogs: false,
  embedOrigins: [],
};

/** The answer to a launch of a plain configuration, with overrides. */
export function launchedConfiguration(
  change: Partial<LaunchedConfiguration> = {},
  settings: Partial<LaunchSettings> = {},
): LaunchedConfiguration {
  return launchedConfigurationSchema.parse({
    configId: 'acme-web',
    studyId: 'study-1',
    orgId: 'org-1',
    orgIdentifier: 'acme',
    orgName: 'Acme Health',
    orgAddress: '1 Main Street, Springfield',
    orgAddresses: [],
    branchId: null,
    logo: null,
    settings: { ...SETTINGS, ...settings },
    profile: null,
    resultsCallbackUrl: null,
    sessionId: 's-1',
    launchId: 'launch-1',
    wantsEvents: false,
    postsResults: false,
    deviceToken: null,
    ...change,
  });
}
